// Asks the browser for push messages, at the person's request only.
const settings = document.querySelector("[data-push-key]");
const offer = document.getElementById("push-offer");
const problem = document.getElementById("push-problem");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
for (const field of document.querySelectorAll("[data-zone]")) field.value = zone;

const decoded = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const manager = async () => (await navigator.serviceWorker.ready).pushManager;

export async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(problem?.dataset.denied);
  const options = { userVisibleOnly: true, applicationServerKey: decoded(settings.dataset.pushKey) };
  const push = await manager();
  let subscription;
  try {
    subscription = await push.subscribe(options);
  } catch {
    // The server's key may be another one than at the last time.
    await (await push.getSubscription())?.unsubscribe();
    try {
      subscription = await push.subscribe(options);
    } catch {
      throw new Error(problem?.dataset.failed);
    }
  }
  await register(subscription.toJSON());
}

// Exported for the tests, whose browsers have no push service.
export async function register({ endpoint, keys }) {
  const answer = await fetch("/api/me/notifications/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth, zone }),
  });
  if (!answer.ok) throw new Error((await answer.json()).message);
}

offer?.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-push]");
  if (!button) return;
  button.disabled = true;
  if (problem) problem.hidden = true;
  try {
    await subscribe();
    if (button.dataset.done) offer.textContent = button.dataset.done;
    else location.reload();
  } catch (error) {
    button.disabled = false;
    if (!problem) return;
    const words = error.message;
    problem.textContent = /[.!?]$/.test(words) ? words : `${words[0].toUpperCase()}${words.slice(1)}.`;
    problem.hidden = false;
  }
});

async function look() {
  const own = await (await manager()).getSubscription();
  const mine = own && [...document.querySelectorAll("[data-endpoint]")].find((row) => row.dataset.endpoint === own.endpoint);
  if (!mine) {
    offer.hidden = Notification.permission === "denied" && !problem;
    return;
  }
  mine.querySelector("b").append(` (${mine.dataset.here})`);
  mine.querySelector("form").addEventListener("submit", () => own.unsubscribe());
}

if (offer && isSecureContext && "serviceWorker" in navigator) {
  if ("PushManager" in window && "Notification" in window) look();
  else if (navigator.standalone === false) document.getElementById("push-install")?.removeAttribute("hidden");
}
