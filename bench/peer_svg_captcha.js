/** How many captchas svg-captcha creates in a second: `peer_svg_captcha.js MILLISECONDS`. */
import svgCaptcha from "svg-captcha";

const wanted = Number(process.argv[2]);
const BATCH = 16;

/** CPU time in milliseconds, so that other programs on this core do not count. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param {number} milliseconds */
function createFor(milliseconds) {
  const start = spent();
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
    elapsed = spent() - start;
  } while (elapsed < milliseconds);
  return { count, per_second: (count * 1000) / elapsed };
}

// The first run is for the compiler; what it made fast is then measured.
createFor(wanted / 3);
console.log(JSON.stringify(createFor(wanted)));
