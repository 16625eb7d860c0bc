// demo.js: the playground of the demo page: shows the challenge that the switches say, served or in the page
// itself, and the code that does the same on a site of one's own.

/** @typedef {{type: string, difficulty: string, mode: string, theme: string, lang: string}} Choice */

const NOTES = {
  served: "Generated, drawn and verified on the server. Nothing that reaches this page tells the answer.",
  standalone: "Runs wholly in this page, from the same core as WebAssembly. Good for practice, games and "
    + "pages without a server; it proves nothing to anybody else.",
};

const OUTCOMES = {
  passed: "Passed.",
  incorrect: "That was not right.",
  timeout: "Time was up.",
  "gave-up": "Given up.",
  "too-fast": "That was too fast for a person.",
  distracted: "The window lost its focus too often.",
};

/** @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (find("switches"));
const stage = find("stage");
const outcome = find("outcome");
const code = find("code-page");
const plainCode = code.textContent ?? "";

/** Takes away what is shown. */
let clear = () => {};

/** @returns {Choice} */
const choice = () => /** @type {any} */ (Object.fromEntries(new FormData(form)));

/** @returns {Promise<any>} */
const widgetLoaded = () => new Promise((resolve) => {
  const look = () => {
    const { tessera } = /** @type {any} */ (window);
    if (tessera) tessera.ready(() => resolve(tessera));
    else setTimeout(look, 50);
  };
  look();
});

/** @param {Choice} chosen @param {HTMLElement} box */
async function showServed({ type, difficulty, theme, lang }, box) {
  const tessera = await widgetLoaded();
  if (!box.isConnected) return;
  const id = tessera.render(box, {
    sitekey: "demo",
    type: type || undefined,
    difficulty,
    theme,
    lang,
    callback: () => (outcome.textContent = "Passed: a site’s server would now redeem this pass."),
    "expired-callback": () => (outcome.textContent = "The pass has run out."),
  });
  clear = () => tessera.remove(id);
}

/** @param {Choice} chosen @param {HTMLElement} box */
async function showStandalone({ type, difficulty, theme, lang }, box) {
  const address = "/standalone.js";
  const { Captcha } = await import(address);
  if (!box.isConnected) return;
  const captcha = new Captcha(box, { kinds: type ? [type] : undefined, rounds: 2, difficulty, theme, lang });
  clear = () => captcha.stop();
  const { outcome: end } = await captcha.start();
  if (box.isConnected && end in OUTCOMES) outcome.textContent = OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (end)];
}

/** What a site writes to get this. @param {Choice} chosen */
function codeFor({ type, difficulty, mode, theme, lang }) {
  if (mode === "standalone") {
    return [
      '<div id="captcha"></div>',
      '<script type="module">',
      `  import { Captcha } from "${location.origin}/standalone.js";`,
      `  const { passed } = await new Captcha(document.getElementById("captcha"), {`,
      `    ${type ? `kinds: ["${type}"], ` : ""}difficulty: "${difficulty}", theme: "${theme}", lang: "${lang}",`,
      "  }).start();",
      "</script>",
    ].join("\n");
  }
  const wishes = [
    ["type", type], ["difficulty", difficulty === "medium" ? "" : difficulty],
    ["theme", theme === "auto" ? "" : theme], ["lang", lang === "en" ? "" : lang],
  ].filter(([, value]) => value).map(([name, value]) => ` data-${name}="${value}"`).join("");
  // The demo's key may choose; others only where their server says so.
  const condition = /data-(type|difficulty)/.test(wishes) ? " <!-- type, difficulty: with challenge.client_may_choose -->" : "";
  return plainCode.replace("></div>", `${wishes}></div>${condition}`);
}

function show() {
  const chosen = choice();
  clear();
  clear = () => {};
  const box = document.createElement("div");
  box.id = "stage-box";
  find("stage-box").replaceWith(box);
  outcome.textContent = "";
  stage.dataset.theme = chosen.theme;
  find("mode-note").textContent = NOTES[/** @type {keyof typeof NOTES} */ (chosen.mode)];
  code.textContent = codeFor(chosen);
  const shown = chosen.mode === "standalone" ? showStandalone(chosen, box) : showServed(chosen, box);
  shown.catch(() => (outcome.textContent = "This could not be loaded. Please try again."));
}

find("playground").hidden = false;
form.addEventListener("change", show);
form.addEventListener("submit", (event) => event.preventDefault());
show();
