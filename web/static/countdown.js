// countdown.js: shows the time that is left, warns in time, asks the server for more.
// It counts by the monotonic clock: the visitor's own clock may be wrong.

const WARN_AT_S = 30;
const RED_AT_S = 10;

/** As the page's language writes them. Browsers disagree about Arabic; the server writes 0 to 9.
 * @param {number} number @param {number} [minimumIntegerDigits] */
const digitsOf = (number, minimumIntegerDigits = 1) =>
  new Intl.NumberFormat(document.documentElement.lang.replace(/^ar$/, "ar-u-nu-latn"), { minimumIntegerDigits }).format(number);

/** Says what a template holds, with the seconds and the name of the button for more time in its holes.
 * @param {HTMLElement} notice @param {string} name @param {number} [seconds] */
function say(notice, name, seconds = 0) {
  const template = document.getElementById(`notice-${name}`);
  if (!(template instanceof HTMLTemplateElement)) return;
  const words = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const line = /** @type {Element} */ (words.firstElementChild);
  line.textContent = (line.textContent ?? "").replace("{n}", digitsOf(seconds))
    .replace("{more}", document.getElementById("more-time")?.textContent ?? "");
  notice.querySelectorAll("p").forEach((old) => old.remove());
  notice.append(words);
}

/** @param {number} seconds */
const clockFace = (seconds) =>
  `${digitsOf(Math.floor(seconds / 60))}:${digitsOf(seconds % 60, 2)}`;

/** @param {unknown} answer @returns {answer is { token: string, timeLimit: number, extensionsLeft: number }} */
function isExtension(answer) {
  if (typeof answer !== "object" || answer === null) return false;
  const { token, timeLimit, extensionsLeft } = /** @type {Record<string, unknown>} */ (answer);
  return typeof token === "string" && Number.isFinite(timeLimit) && Number.isFinite(extensionsLeft);
}

/**
 * The extension, or null where the server grants none. Throws where it cannot be reached.
 * @param {string} url @param {string} token
 */
async function askForMore(url, token) {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  /** @type {unknown} */
  const answer = reply.ok ? await reply.json() : null;
  return isExtension(answer) ? answer : null;
}

/** @param {HTMLFormElement} form */
export function countdown(form) {
  const face = document.getElementById("countdown");
  const left = document.getElementById("time-left");
  const note = document.getElementById("time-note");
  const notice = document.getElementById("notice");
  const more = document.getElementById("more-time");
  const token = form.elements.namedItem("seed");
  if (!face || !left || !notice || !(token instanceof HTMLInputElement)) return;

  let endsAtMs = performance.now() + Number(form.dataset.seconds) * 1000;
  let stage = "";

  /** @param {string} name @param {number} [seconds] */
  function enter(name, seconds) {
    if (stage === name) return;
    stage = name;
    form.dataset.time = name;
    if (name !== "running") say(/** @type {HTMLElement} */ (notice), name === "warning" && !more?.isConnected ? "last" : name, seconds);
  }

  function tick() {
    const seconds = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
    /** @type {HTMLElement} */ (left).textContent = clockFace(seconds);
    /** @type {HTMLElement} */ (face).classList.toggle("urgent", seconds <= RED_AT_S);
    if (seconds === 0) enter("expired");
    else if (seconds > WARN_AT_S) enter(stage === "extended" ? stage : "running");
    else if (stage !== "refused") enter("warning", seconds);
  }

  /** @param {HTMLElement} button @param {HTMLInputElement} field */
  async function extend(button, field) {
    const answer = await askForMore(button.dataset.url ?? "", field.value);
    if (answer) {
      field.value = answer.token;
      // Counted from now on, this is never more than what the server granted.
      endsAtMs = performance.now() + answer.timeLimit * 1000;
    }
    enter(answer ? "extended" : "refused");
    if (!answer || answer.extensionsLeft <= 0) button.remove();
  }

  more?.addEventListener("click", async (event) => {
    event.preventDefault(); // without scripts, it sends the form and the page comes back
    if (more.ariaBusy === "true") return;
    more.ariaBusy = "true";
    await extend(more, token).catch(() => say(notice, "unreachable"));
    more.ariaBusy = "false";
    tick();
    if (stage !== "warning") notice.focus(); // the button is gone: do not lose the keyboard's place
  });

  if (note) note.hidden = true;
  face.hidden = false;
  tick();
  setInterval(tick, 250);
}
