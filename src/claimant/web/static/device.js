// A device that several players share: what one of them was shown must not stay for the next.

const at = (id) => document.getElementById(id);

// Takes off the page what a player was told before the next one got the device.
export function forget() {
  at("log")?.replaceChildren();
}

// Takes off everything that only one player may see.
function veil() {
  at("play").replaceChildren();
  forget();
}

// Called once, with how to load the table anew. A page that is left or covered forgets what it
// showed, and asks again when someone comes back: it may be another player's turn by then.
export function begin(refresh) {
  const secret = () => at("play").dataset.front;
  addEventListener("pagehide", () => { if (secret()) veil(); });
  addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
  document.addEventListener("visibilitychange", () => {
    if (!secret()) return;
    if (document.hidden) veil();
    else refresh();
  });
}
