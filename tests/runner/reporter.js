// A reporter for node:test. Prints a line per test, and appends an event per test to the file TEST_EVENTS, where the runner
// finds what failed and why. It appends synchronously: a file that hangs after a failure is killed, and its events must be there.
import { appendFileSync } from "node:fs";

/** @param {object} event */
const record = (event) => process.env.TEST_EVENTS && appendFileSync(process.env.TEST_EVENTS, `${JSON.stringify(event)}\n`);

/** The one line of reason, and the place in the test file. @param {any} error */
function reasonOf(error) {
  const cause = error.cause instanceof Error ? error.cause : error; // a test that took too long has a text there
  const text = typeof error.cause === "string" ? error.cause : String(cause.message);
  const place = /[\w-]+\.test\.js:\d+/u.exec(String(cause.stack))?.[0];
  return { why: text.trim().split(/\s*\n\s*/u).join(" ").slice(0, 300), place, stack: String(cause.stack ?? text) };
}

/** @param {AsyncIterable<{type: string, data: any}>} source */
export default async function* report(source) {
  /** The names of the tests around the current one. @type {string[]} */
  const path = [];
  for await (const { type, data } of source) {
    if (type === "test:dequeue") record({ type: "begin", name: data.name, nesting: data.nesting }); // at once: "test:start" waits for a result
    if (type === "test:start") path[data.nesting] = data.name;
    if (type === "test:diagnostic" && data.nesting > 0) yield `${"  ".repeat(data.nesting)}# ${data.message}\n`;
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const names = [...path.slice(0, data.nesting), data.name];
    if (/does not match/u.test(String(data.skip))) { // --match selected others
      record({ type: "end", names });
      continue;
    }
    const indent = "  ".repeat(data.nesting);
    const seconds = (data.details.duration_ms / 1000).toFixed(1);
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    if (type === "test:pass") {
      record({ type: isSkipped ? "skip" : "pass", names, seconds });
      yield `${indent}ok ${data.name}, ${seconds} s${isSkipped ? " # SKIPPED" : ""}\n`;
      continue;
    }
    const error = data.details.error;
    const { why, place, stack } = reasonOf(error);
    if (error.failureType === "subtestsFailed") { // those have been reported
      record({ type: "end", names });
      yield `${indent}not ok ${data.name}\n`;
      continue;
    }
    record({ type: "fail", names, why, place });
    yield `${indent}not ok ${data.name}, ${seconds} s\n${stack.split("\n").map((line) => `${indent}    ${line}`).join("\n")}\n`;
  }
}
