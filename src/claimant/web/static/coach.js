// The coach of a first game speaks when it is one's turn. Without this script, the page says the same when it is loaded.

const at = (id) => document.getElementById(id);
let asked = null;
let advised = []; // at the version that was asked about

async function ask() {
  const { version, mine } = at("play").dataset;
  if (!at("coach") || mine !== "yes" || asked === version) return;
  // What was said before is about another decision.
  if (asked !== null) at("coach-words").textContent = at("coach").dataset.wait;
  asked = version;
  advised = [];
  at("coach").ariaBusy = "true";
  const answer = await fetch(at("coach").dataset.coach).catch(() => null);
  const words = answer?.ok ? await answer.text() : "";
  if (asked !== version || !at("coach")) return;
  at("coach").ariaBusy = "false";
  at("coach-words").textContent = words;
  advised = (answer?.headers.get("claimant-advised") ?? "").split("~").filter(Boolean);
  mark();
}

function mark() {
  if (at("coach") && at("play").dataset.version === asked) advised.forEach(ring);
}

function ring(event) {
  // Of several equal cards, only one can be played.
  const same = [...document.querySelectorAll(`#play [name=event][value="${CSS.escape(event)}"]`)];
  const button = same.find((one) => one.matches(".may")) ?? same[0];
  if (button) button.dataset.advised = "";
}

// live.js replaces the table with every version.
new MutationObserver(() => { ask(); mark(); }).observe(at("main"), { childList: true, subtree: true });
ask();
