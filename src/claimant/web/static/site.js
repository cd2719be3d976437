// Improvements to all pages. Everything also works without this script.
"use strict";

// A menu closes with a click outside it, a drawer that covers the page too; both close with Escape, and a drawer with its cross.
const beside = matchMedia("(min-width: 76rem)"); // drawers are beside the table
addEventListener("click", ({ target }) => {
  if (!target.isConnected) return; // what was clicked has been drawn anew
  for (const menu of document.querySelectorAll("details[open]:is([data-menu], [data-drawer])")) {
    const apart = menu.matches("[data-drawer]") && (target.closest(".table-bar, .toasts") || (beside.matches && !menu.matches("[data-menu]")));
    if (!apart && !menu.contains(target)) menu.open = false;
  }
});
addEventListener("submit", (event) => {
  if (!event.target.matches(".shut")) return;
  event.preventDefault();
  const drawer = event.target.closest("details");
  drawer.open = false;
  drawer.querySelector("summary").focus();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details[open]:is([data-menu], [data-drawer])")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Copy the content of a field. (Without https there is no clipboard API.)
addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const { copy, done } = button.dataset;
  const field = document.querySelector(copy);
  field.select();
  field.setSelectionRange(0, field.value.length);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  // The table may be drawn anew before or after that: another button has to say it then.
  const say = () => {
    const shown = document.querySelector(`[data-copy="${copy}"]`);
    if (!shown) redrawn.disconnect();
    else if (shown.textContent !== done) shown.textContent = done;
  };
  const redrawn = new MutationObserver(say);
  redrawn.observe(document.body, { childList: true, subtree: true });
  say();
});

// Share a link the way the system does it, if it does. The style of the page shows the buttons then.
document.documentElement.classList.toggle("shares", "share" in navigator);
addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  navigator
    .share({ title: button.dataset.title, url: document.querySelector(button.dataset.share).value })
    .catch(() => {}); // closed without sharing
});

// A word for the luck stays in this browser until everyone has committed to a contribution: see
// contribution.js. The server is told that this browser has one.
addEventListener("formdata", ({ target, formData }) => {
  if (!target.matches("[data-luck]")) return;
  try {
    sessionStorage.setItem("word", formData.get("word") ?? "");
  } catch {
    return;
  }
  formData.set("contributes", "yes");
  if (formData.has("word")) formData.set("word", "");
});

// The contents of the rules are open on large screens, where they stand beside the text.
for (const folded of document.querySelectorAll("details[data-wide-open]"))
  folded.open = matchMedia("(min-width: 60rem)").matches;
