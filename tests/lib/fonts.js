// The fonts that pages are drawn with in tests: exactly those of the packages that tools/setup installs, whatever else the machine has.
// Each set is a fontconfig file of its own below build/, with a cache there, so that neither the system's nor the user's is read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Debian's packages have them. */
const INSTALLED = "/usr/share/fonts/truetype";

/** Scripts that the Latin fonts lack, in every set: Chinese, Japanese and Korean, Devanagari, Thai. */
const SCRIPTS = ["wqy/wqy-microhei.ttc", "lohit-devanagari/Lohit-Devanagari.ttf", "tlwg/Garuda.ttf", "tlwg/Garuda-Bold.ttf"];

const MONO = ["dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf"];
const SERIF = ["dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf"];

/**
 * By name: the font of the system, and the files. `usual` is Debian's own choice. `narrow` has short words and high lines. `wide` has
 * nothing but bold letters, which are wider than those of any system's font.
 * @type {Record<"usual" | "narrow" | "wide", {sans: string, files: string[]}>}
 */
export const FONT_SETS = {
  usual: { sans: "DejaVu Sans", files: ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", ...MONO, ...SERIF, ...SCRIPTS] },
  narrow: { sans: "Garuda", files: ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", ...MONO, ...SERIF, ...SCRIPTS] },
  wide: { sans: "DejaVu Sans", files: ["dejavu/DejaVuSans-Bold.ttf", ...MONO, ...SERIF, ...SCRIPTS] },
};

/** @typedef {keyof typeof FONT_SETS} FontSet */

/** @param {string} generic @param {string[]} families */
const alias = (generic, families) => `  <alias binding="same"><family>${generic}</family><prefer>${
  families.map((family) => `<family>${family}</family>`).join("")}</prefer></alias>`;

/** A rule for every font. @param {string} name @param {string} value */
const always = (name, value) => `  <match target="pattern"><edit name="${name}" mode="assign">${value}</edit></match>`;

/** @param {FontSet} set @param {string} cache */
const configOf = (set, cache) => {
  const { sans, files } = FONT_SETS[set];
  const others = ["WenQuanYi Micro Hei", "Lohit Devanagari", "Garuda"].filter((family) => family !== sans);
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${[...new Set(files.map((file) => file.split("/")[0]))].map((folder) => `  <dir>${INSTALLED}/${folder}</dir>`).join("\n")}
  <cachedir>${cache}</cachedir>
  <selectfont>
    <rejectfont><glob>*</glob></rejectfont>
    <acceptfont>${files.map((file) => `<glob>${INSTALLED}/${file}</glob>`).join("")}</acceptfont>
  </selectfont>
${always("antialias", "<bool>true</bool>")}
${always("hinting", "<bool>true</bool>")}
${always("hintstyle", "<const>hintslight</const>")}
${always("rgba", "<const>none</const>")}
${always("lcdfilter", "<const>lcddefault</const>")}
  <match target="pattern">
    <test qual="all" name="family" compare="not_eq"><string>sans-serif</string></test>
    <test qual="all" name="family" compare="not_eq"><string>serif</string></test>
    <test qual="all" name="family" compare="not_eq"><string>monospace</string></test>
    <edit name="family" mode="append_last"><string>sans-serif</string></edit>
  </match>
${alias("sans-serif", [sans, "DejaVu Sans", ...others])}
${alias("serif", ["DejaVu Serif", ...others])}
${alias("monospace", ["DejaVu Sans Mono", ...others])}
</fontconfig>
`;
};

/** Writes a set's fontconfig file below a folder; its path. @param {string} folder @param {FontSet} set */
export function writeFonts(folder, set) {
  const file = join(folder, `fonts-${set}.conf`);
  const config = configOf(set, join(folder, "font-cache"));
  mkdirSync(join(folder, "font-cache"), { recursive: true });
  if (!existsSync(file) || readFileSync(file, "utf8") !== config) {
    writeFileSync(`${file}.${process.pid}`, config); // in one piece: other tests may read it
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** Throws where a font is missing: another one would take its place without a word. */
export function assertFontsInstalled() {
  const missing = Object.values(FONT_SETS).flatMap(({ files }) => files).filter((file) => !existsSync(join(INSTALLED, file)));
  if (missing.length > 0) throw new Error(`fonts are not installed: ${[...new Set(missing)].join(", ")}; tools/setup test`);
}
