// framed.js: the page at /widget: the widget's box, for a site that frames it, which is told each pass as mCaptcha's widget tells it:
// {token} is posted to the page around. In a window of its own (window=1), which the widget opens where its frame has no room, the pass
// goes to the frame that has opened it, through the channel that it sends.

const box = /** @type {HTMLElement} */ (document.getElementById("box"));
const { key = "", seal = "", siteTheme = "", tag = "" } = box.dataset;
const query = new URLSearchParams(`${location.search}&${location.hash.slice(1)}`); // what the server has no use for may stand behind the #
const isWindow = query.get("window") === "1" && window.opener;

/** What the page around may say beside the site key. */
const NAMES = ["theme", "size", "type", "difficulty", "action", "cdata", "user", "user-proof", "order", "lang"];

/** Only the page that frames this one is told, where that is known. */
const around = document.referrer ? new URL(document.referrer).origin : "*";

/** An empty one takes back the one before. @param {string} token */
const tell = (token) => window.parent.postMessage({ token }, around);

/** Hands a pass to whoever has opened the window, once they have sent a channel for it. @returns {(pass: unknown) => void} */
function handOver() {
  /** @type {MessagePort | undefined} */
  let port;
  /** @type {unknown} */
  let pass;
  const send = () => {
    if (!port || !pass) return;
    port.postMessage(pass);
    setTimeout(() => window.close(), 100); // it has to get there
  };
  window.addEventListener("message", (event) => {
    if (event.source !== window.opener || event.data?.tessera !== "begin") return;
    if (around !== "*" && event.origin !== around) return; // it is another page by now
    port = event.ports[0];
    send();
  });
  window.opener.postMessage({ tessera: "ready" }, "*"); // which says nothing
  return (given) => {
    pass = given;
    send();
  };
}

function start() {
  /** @type {any} */
  const { tessera } = window;
  const options = Object.fromEntries(NAMES.map((name) => [name, query.get(name)]).filter(([, value]) => value));
  const shared = { lang: tag, ...(siteTheme && { theme: siteTheme }), ...options, sitekey: key, frame: seal };
  if (isWindow) {
    document.body.classList.add("window");
    tessera.execute(tessera.render(box, { ...shared, "handed-callback": handOver() }));
  } else {
    tessera.render(box, { ...shared, callback: tell, "renewed-callback": tell, "expired-callback": () => tell("") });
  }
}

if ("tessera" in window) start();
else document.querySelector("script")?.addEventListener("load", start);
