// The ways that are gone by keys alone with a screen reader: through every state of the widget, the standalone mode and the puzzle's
// page. The same walks are heard in Chromium's accessibility tree (tests/browser/said.test.js) and with Orca (orca.test.js). A walk may not
// do anything but press keys and wait for what has to come.

/**
 * Who walks: each method notes what is heard.
 * @typedef {object} Reader
 * @property {(path: string, until?: string) => Promise<void>} goTo  and waits for a selector
 * @property {(key: string, until?: string, isSo?: () => boolean) => Promise<void>} press  and waits for a selector
 * @property {(what: string, until: string) => Promise<void>} wait
 * @property {(selector: string, key?: string) => Promise<void>} tabTo
 * @property {(seconds: number, until?: string) => Promise<void>} pass  lets time pass, and waits for a selector
 * @property {() => Promise<void>} round  Tab, until the focus is back where it was
 * @property {(what: string) => Promise<void>} read  all that stands there
 */

/**
 * @typedef {object} Walk
 * @property {string} name  of the file
 * @property {string} [box]  attributes of the widget
 * @property {object} [alone]  options of the standalone mode, which is then what the page has
 * @property {RegExp} [asked]  what the question has to be like
 * @property {number} [seconds]  the time that there is
 * @property {number} [lifetime]  how long a pass is good for, in seconds
 * @property {string} [sitekey]  another one than the site's own
 * @property {boolean} [clock]  time passes only when the walk says so
 * @property {boolean} [slow]  takes minutes by a real clock
 * @property {boolean} [plain]  without JavaScript
 * @property {boolean} [anyTones]  cells are of any tone: what is kept does not name them
 * @property {(reader: Reader, stage: import("./stage.js").Stage) => Promise<void>} go
 */

const READY = ".panel[data-state=ready]";
const CELL = ".cell[tabindex='0']";

/** Opens the dialog. @param {Reader} reader */
async function open(reader) {
  await reader.goTo("/");
  await reader.tabTo(".box");
  await reader.press("Space", READY);
}

/** Chooses a cell that is wrong, and submits. @param {Reader} reader @param {import("./stage.js").Stage} stage @param {string} [until] in place of
 * another challenge */
async function fail(reader, stage, until) {
  const { count } = stage;
  await reader.tabTo(CELL);
  await reader.press("Home");
  await reader.press("Space");
  await reader.press("Enter", until ?? READY, () => Boolean(until) || stage.count > count);
}

/** @type {Walk[]} */
const OPENED = ["spatial", "predator", "human", "emotions", "scene", "hidden", "puzzle"].map((type) => ({
  name: `opened-${type}`,
  box: `data-type="${type}"`,
  async go(reader) {
    await open(reader);
    await reader.round();
    await reader.read("the dialog");
  },
}));

/** Lets the device work, which gives a pass without a question. @param {Reader} reader */
async function pass(reader) {
  await reader.tabTo(".link.ways");
  await reader.press("Enter", ".way");
  await reader.tabTo(".way.pow");
  await reader.press("Enter", ".control[data-state=verified]");
}

/** @type {Walk[]} */
const STATES = [
  {
    name: "box",
    box: 'data-type="human"',
    async go(reader) {
      await reader.goTo("/");
      await reader.read("the page");
      await reader.tabTo(".box");
      await reader.press("Space", READY);
      await reader.press("Escape");
    },
  },
  {
    name: "choosing",
    box: 'data-type="predator"',
    async go(reader) {
      await open(reader);
      for (const key of ["Enter", "Space", "ArrowRight", "Enter", "Space", "Space", "Space", "ArrowDown", "Space", "End", "Space", "Enter"]) {
        await reader.press(key);
      }
    },
  },
  {
    name: "more-time",
    box: 'data-type="human"',
    async go(reader) {
      await open(reader);
      await reader.tabTo(".tool.more");
      await reader.press("Enter", ".notice[data-tone=good]");
    },
  },
  {
    name: "give-up",
    box: 'data-type="emotions"',
    async go(reader) {
      await open(reader);
      await reader.tabTo(".tool.give-up");
      await reader.press("Enter", ".sure");
      await reader.press("Escape");
      await reader.press("Enter", ".sure");
      await reader.press("Shift+Tab");
      await reader.press("Enter", ".right");
      await reader.round();
    },
  },
  {
    name: "wrong",
    box: 'data-type="human"',
    clock: true, // as at "error"
    async go(reader, stage) {
      await open(reader);
      await fail(reader, stage);
      await reader.press("Tab");
      await fail(reader, stage);
      await reader.read("after two failures");
      await fail(reader, stage, ".way");
      await reader.round();
      await reader.read("other ways");
    },
  },
  {
    name: "time",
    box: 'data-type="emotions"',
    clock: true,
    slow: true,
    async go(reader) {
      await open(reader);
      await reader.pass(25);
      await reader.pass(6);
      await reader.pass(20);
      await reader.pass(10, ".right");
    },
  },
  {
    name: "puzzle",
    box: 'data-type="human"',
    clock: true,
    async go(reader) {
      await open(reader);
      await reader.tabTo(".link.instead");
      await reader.press("Enter", `${READY}[data-type=puzzle]`);
      for (const key of ["Enter", "Tab", "Space", "Tab", "Space"]) await reader.press(key);
      await reader.pass(3);
      await reader.press("Enter", `${READY} .notice[data-tone=bad]`); // which is there before the next puzzle
    },
  },
  {
    name: "listening",
    box: 'data-type="human"',
    async go(reader) {
      await open(reader);
      await reader.tabTo(".link.listen");
      await reader.press("Enter", `${READY} .player`);
      await reader.round();
      await reader.read("the dialog");
    },
  },
  {
    name: "ways",
    box: 'data-type="human"',
    async go(reader) {
      await open(reader);
      await pass(reader);
    },
  },
  {
    name: "review",
    box: 'data-type="human"',
    async go(reader, stage) {
      await open(reader);
      await reader.tabTo(".link.ways");
      await reader.press("Enter", ".way");
      await reader.tabTo(".way.review");
      await reader.press("Enter", ".code output");
      await reader.read("the dialog");
      await reader.press("Escape", ".note");
      stage.decide("approve");
      await reader.wait("somebody says yes", ".control[data-state=verified]");
    },
  },
  {
    name: "expired",
    box: 'data-type="human" data-renew="off"',
    lifetime: 300,
    clock: true,
    slow: true,
    async go(reader) {
      await open(reader);
      await pass(reader);
      await reader.pass(200);
      await reader.pass(90);
      await reader.pass(10);
    },
  },
  {
    name: "error",
    box: 'data-type="human"',
    sitekey: "nobody",
    clock: true, // what has the words is waited for, however long it takes to come
    async go(reader) {
      await reader.goTo("/");
      await reader.tabTo(".box");
      await reader.press("Space", ".panel[data-state=error] .notice"); // the words come behind the state
      await reader.round();
      await reader.press("Escape");
    },
  },
  {
    name: "standalone",
    alone: { kinds: ["human"], rounds: 2 },
    clock: true,
    async go(reader) {
      await reader.goTo("/", ".alone-start");
      await reader.read("the page");
      await reader.tabTo(".alone-start");
      await reader.press("Enter", READY);
      await reader.pass(3);
      await reader.press("Enter");
      await reader.press("Space");
      await reader.press("Enter", ".right");
      await reader.pass(4);
      await reader.read("after a slip");
    },
  },
  {
    name: "standalone-puzzle",
    alone: { kinds: ["human", "puzzle"], rounds: 1 },
    clock: true,
    async go(reader) {
      await reader.goTo("/", ".alone-start");
      await reader.tabTo(".alone-without-pictures");
      await reader.press("Enter", READY);
      for (const key of ["Tab", "Space", "Tab", "Space"]) await reader.press(key);
      await reader.pass(3);
      await reader.tabTo(".tool.give-up");
    },
  },
  {
    name: "puzzle-page",
    anyTones: true,
    clock: true,
    async go(reader) {
      await reader.goTo("/challenge/puzzle");
      await reader.read("the page");
      await reader.tabTo("[name=first]");
      await reader.press("Space");
      await reader.tabTo("[name=second]");
      await reader.tabTo("#submit");
    },
  },
  {
    name: "puzzle-page-plain",
    anyTones: true,
    plain: true,
    async go(reader) {
      await reader.goTo("/challenge/puzzle");
      await reader.read("the page");
      await reader.tabTo("#submit");
    },
  },
  {
    name: "form",
    plain: true,
    async go(reader) {
      await reader.goTo("/challenge?sitekey=demo&type=predator");
      await reader.read("the page");
      await reader.tabTo(".cells input");
      await reader.press("Space");
      await reader.press("Enter", "#missing");
      await reader.read("the page, with what is missing");
      await reader.tabTo(".cells input");
    },
  },
  {
    name: "form-film",
    plain: true,
    async go(reader) {
      await reader.goTo("/challenge?sitekey=demo&type=hidden");
      await reader.tabTo(".film summary"); // what follows it are any twelve of thirty
      await reader.press("Space");
      await reader.press("Space");
    },
  },
  {
    name: "form-audio",
    plain: true,
    async go(reader) {
      await reader.goTo("/challenge?sitekey=demo&type=scene&alternative=audio");
      await reader.tabTo(".slower summary"); // what follows it are six words in any order
      await reader.press("Space");
    },
  },
  {
    name: "form-code",
    plain: true,
    async go(reader, stage) {
      await reader.goTo(await stage.code());
      await reader.read("the page");
      await reader.press("Tab");
    },
  },
];

export const WALKS = [...OPENED, ...STATES];
