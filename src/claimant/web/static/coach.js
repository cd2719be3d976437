// The coach of a first game speaks when it is one's turn. Without this script, the page says the same when it is loaded.

const at = (id) => document.getElementById(id);
let asked = null;

async function ask() {
  const { version, mine } = at("play").dataset;
  if (!at("coach") || mine !== "yes" || asked === version) return;
  asked = version;
  const answer = await fetch(at("coach").dataset.coach).catch(() => null);
  const words = answer?.ok ? await answer.text() : "";
  if (asked !== version || !at("coach")) return;
  at("coach-words").textContent = words;
  at("coach").hidden = !words;
}

// live.js replaces the table with every version.
new MutationObserver(ask).observe(at("main"), { childList: true, subtree: true });
ask();
