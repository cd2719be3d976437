// Pages of series and tournaments follow what happens: they ask for the version, and read
// themselves again when it has changed. Without this script they reload now and then.
const INTERVAL = 4000;

async function look() {
  const live = document.getElementById("evening");
  if (document.hidden || !live) return;
  const answer = await fetch(`/api/evenings/${live.dataset.evening}/version`);
  if (!answer.ok) return;
  const { version } = await answer.json();
  if (String(version) === live.dataset.version) return;
  // Nobody loses what they are filling in.
  if (live.querySelector("details.decide[open], details.danger[open]")) return;
  if (live.contains(document.activeElement) && document.activeElement.matches("input, select")) return;
  const page = await fetch(location.href);
  if (!page.ok) return;
  const fresh = new DOMParser().parseFromString(await page.text(), "text/html").getElementById("evening");
  if (!fresh) return;
  const open = [...live.querySelectorAll("details")].map((each) => each.open);
  const focused = live.contains(document.activeElement) && document.activeElement.getAttribute("href");
  live.replaceWith(document.adoptNode(fresh));
  const all = fresh.querySelectorAll("details");
  if (all.length === open.length) all.forEach((each, n) => { each.open = open[n]; });
  if (focused) fresh.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
}

setInterval(() => look().catch(() => {}), INTERVAL);
addEventListener("visibilitychange", () => look().catch(() => {}));
