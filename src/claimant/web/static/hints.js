// Shows a hint where it was asked for. Without this script, the page comes back with it.

import { parse } from "./stage.js";

const at = (id) => document.getElementById(id);

// On the cards, spaces and buttons: a ring around what is advised, and the values of all while their list is open.
function mark() {
  for (const marked of document.querySelectorAll("[data-worth]")) delete marked.dataset.worth;
  for (const marked of document.querySelectorAll("[data-advised]")) delete marked.dataset.advised;
  for (const choice of at("hint-values")?.querySelectorAll("[data-event]") ?? []) {
    // Of several equal cards, only one can be played.
    const same = [...document.querySelectorAll(`#play [name=event][value="${CSS.escape(choice.dataset.event)}"]`)];
    const button = same.find((one) => one.matches(".may")) ?? same[0];
    if (!button) continue;
    if ("best" in choice.dataset) button.dataset.advised = "";
    if (at("hint-values").open) button.dataset.worth = choice.querySelector("b").textContent;
  }
}

function close() {
  at("hint")?.remove();
  mark();
}

export async function ask(form, note) {
  const button = form.querySelector("button");
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const page = parse(await answer.text());
    const hint = page.getElementById("hint");
    if (!hint) return note((page.getElementById("note")?.textContent.trim() || page.querySelector("main")?.textContent.trim() || "…").replace(/\.$/, ""));
    if (hint.dataset.version !== at("play").dataset.version) return; // the game has gone on
    close();
    at("play").before(document.adoptNode(hint)); // over the page: nothing moves
    mark();
  } finally {
    button.ariaBusy = "false";
  }
}

// A hint is about one decision: it goes with the version that it was given for.
new MutationObserver(() => {
  if (at("hint") && at("hint").dataset.version !== at("play")?.dataset.version) close();
}).observe(at("table").parentElement, { childList: true, subtree: true, attributeFilter: ["data-version"] });
addEventListener("click", ({ target }) => { if (target.closest("[data-hint-close]")) close(); });
document.addEventListener("toggle", ({ target }) => { if (target.id === "hint-values") mark(); }, true);
