// copy.js: shows the copy buttons where the browser lets a page write to the clipboard.

/** @param {HTMLButtonElement} button */
function enable(button) {
  const source = document.getElementById(button.dataset.copies ?? "");
  const words = button.textContent;
  if (!source) return;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent ?? "");
    } catch {
      getSelection()?.selectAllChildren(source); // refused: leave it ready for the keyboard
      return;
    }
    button.textContent = button.dataset.done ?? words;
    setTimeout(() => (button.textContent = words), 2000);
  });
  button.hidden = false;
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button.copy")) {
    enable(/** @type {HTMLButtonElement} */ (button));
  }
}
