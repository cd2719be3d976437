// Registers the service worker, and tells it who is here and what a table looks like when its page
// is left, so that it can be shown without a connection. Pages work without this script.
const root = document.documentElement;
const person = root.dataset.person;

async function tell(message) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ person, ...message });
}

// The page as it is now, with the files that it needs. A finished game need not be kept.
function keepTable() {
  const table = document.getElementById("table");
  const play = document.getElementById("play");
  if (!person || !table || !play || "past" in table.dataset) return;
  const path = `/tables/${table.dataset.table}`;
  if (location.pathname !== path) return;
  const over = ["over", "called-off"].includes(play.dataset.status);
  const files = [...document.querySelectorAll("link[href^='/static/'], script[src^='/static/'], img[src^='/static/']")];
  const message = { person, table: path };
  if (!over) {
    message.html = `<!doctype html>\n${root.outerHTML}`;
    message.files = files.map((element) => element.getAttribute("href") ?? element.getAttribute("src"));
  }
  navigator.serviceWorker.controller?.postMessage(message); // at once: the page is about to go
}

if (isSecureContext && "serviceWorker" in navigator) {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepTable();
  });
  addEventListener("pagehide", keepTable);
  addEventListener("offline", keepTable);
  const register = async () => {
    try {
      await navigator.serviceWorker.register("/service-worker.js");
      await tell({ language: root.lang });
    } catch {
      // A browser may refuse, in a private window for instance.
    }
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
