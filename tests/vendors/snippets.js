// The differences of docs/migrate.md, as code before and after.

/**
 * @param {string} page
 * @returns {{vendor: string, language: string, before: string, after: string}[]} in the page's order
 */
export function snippets(page) {
  return page.split(/^## From /m).slice(1).flatMap((section) => {
    const vendor = section.slice(0, section.indexOf("\n"));
    const part = section.split(/^## /m)[0];
    return [...part.matchAll(/^\*\*(\w+)\*\*[^\n]*\n\n```diff\n([^]*?)```$/gm)].map(([, language, text]) => {
      const lines = text.split("\n");
      const without = (/** @type {string} */ mark) => lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1)).join("\n");
      return { vendor, language, before: without("+"), after: without("-") };
    });
  });
}
