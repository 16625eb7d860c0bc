/** How many captchas svg-captcha creates in a second: `peer_svg_captcha.js MILLISECONDS`. */
import svgCaptcha from "svg-captcha";

const wanted = Number(process.argv[2]);
const BATCH = 16;

/** @param {number} milliseconds */
function createFor(milliseconds) {
  const start = performance.now();
  let count = 0;
  let elapsed = 0;
  do {
    for (let i = 0; i < BATCH; i++) {
      const { text, data } = svgCaptcha.create();
      if (text.length === 0 || data.length === 0) {
        throw new Error("svg-captcha created nothing");
      }
      count++;
    }
    elapsed = performance.now() - start;
  } while (elapsed < milliseconds);
  return { count, per_second: (count * 1000) / elapsed };
}

// The first run is for the compiler; what it made fast is then measured.
createFor(wanted / 3);
console.log(JSON.stringify(createFor(wanted)));
