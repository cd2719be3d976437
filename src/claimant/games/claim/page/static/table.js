// The table of Claim: how its cards move, and how one plays a card: with a tap or click, at once or
// after confirming it; by dragging it to the table; with the keyboard; or in advance, before it is
// one's turn. What is selected stays in this browser until it is played.

// Where a card is: live.js moves it when this changes. The cards of a hand stay still as long as they
// are the same, because a moving card cannot be tapped.
export function placeOf(box) {
  const hand = box.closest(".hand");
  return hand && [...hand.querySelectorAll("[data-vt]")].map((card) => card.dataset.vt).join(" ");
}

// Where a card that is new to the page comes from: the hand it was played from.
export function originOf(box) {
  const [, seat] = box.parentElement.className.match(/^slot-(\d)/) ?? [];
  return seat && document.querySelector(`[data-place="hand-${seat}"] .mini:last-child .card`);
}

const CARD = "form.hand .cardbox";
const CHOICE = "#play form button.cardbox[name=event]";
const at = (id) => document.getElementById(id);
const coarse = matchMedia("(pointer: coarse)");
const words = (key, card) => at("hand-words").dataset[key].replace("%", () => card);
const verb = (card) => card.value.split(" ")[0];
const confirming = () => {
  const { confirm } = document.documentElement.dataset;
  return confirm === "always" || (confirm !== "never" && coarse.matches);
};
const mine = () => at("play").dataset.mine === "yes";

let chosen = null; // the id of the button that waits to be confirmed
let plan = null; // the card that is played as soon as possible: the id of its button, and its event
let shown = null; // the element that all this was last shown in

function note(text) {
  const box = at("note");
  box.textContent = `${text[0].toUpperCase()}${text.slice(1)}.`;
  box.hidden = false;
  clearTimeout(note.timer);
  note.timer = setTimeout(() => { box.hidden = true; }, 5000);
}

function send(card) {
  chosen = plan = null;
  card.form.requestSubmit(card);
}

// Shows what is selected, and drops what no longer is possible.
function show() {
  for (const old of document.querySelectorAll("#play .chosen, #play .planned")) old.classList.remove("chosen", "planned");
  for (const old of document.querySelectorAll(".decide .confirm, .decide .plan")) old.remove();
  const decide = document.querySelector(".decide");
  if (!decide) return;
  const card = chosen && at(chosen);
  if (chosen && !card?.matches(".may")) chosen = null;
  if (chosen) {
    card.classList.add("chosen");
    const button = document.createElement("button");
    const text = card.matches(CARD) ? words(verb(card), card.title) : card.querySelector(".unseen").textContent;
    Object.assign(button, { name: "event", value: card.value, className: "confirm", textContent: text });
    decide.prepend(button);
  }
  if (plan) showPlan(decide);
}

function showPlan(decide) {
  const card = at(plan.id);
  if (!card || card.value !== plan.event) { // another card, or it would be discarded instead
    note(words("gone", plan.name));
    plan = null;
  } else if (card.matches(".may") && mine()) {
    const busy = at("play").ariaBusy === "true";
    if (!busy) send(card);
  } else if (mine() && document.querySelector(".hand .may")) {
    note(words("notNow", plan.name));
    plan = null;
  } else {
    card.classList.add("planned");
    const box = document.createElement("p");
    box.className = "plan";
    box.setAttribute("role", "status");
    const withdraw = Object.assign(document.createElement("button"), { type: "button", className: "quiet", id: "withdraw", textContent: words("withdraw") });
    withdraw.addEventListener("click", () => { plan = null; show(); card.focus({ preventScroll: true }); });
    box.append(words("plan", plan.name), withdraw);
    decide.prepend(box);
  }
}

// A card was tapped, clicked, dragged to the table (`surely`) or chosen with the keyboard.
function choose(card, surely) {
  if (at("play").ariaBusy === "true") return;
  if (card.matches(".may")) {
    plan = null;
    if (surely || !confirming() || !document.querySelector(".decide")) return send(card);
    chosen = chosen === card.id ? null : card.id;
  } else if (!mine() && card.matches(CARD)) {
    chosen = null;
    plan = plan?.id === card.id ? null : { id: card.id, event: card.value, name: card.title };
  } else return send(card); // the server says why it is not allowed
  show();
}

document.addEventListener("click", (event) => {
  const place = event.target.matches(".hand li") && event.target.firstElementChild; // a moving card cannot be tapped, but the place below it can
  const card = place || event.target.closest(CHOICE);
  if (!card?.form) return;
  event.preventDefault();
  if (drag.ended) return void (drag.ended = false);
  choose(card, event.detail === 0);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (chosen || plan)) {
    chosen = plan = null;
    return show();
  }
  const card = document.activeElement;
  if (event.altKey || event.ctrlKey || event.metaKey || !card.matches(".hand .cardbox")) return;
  const next = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  const place = next && card.parentElement[next];
  if (place) { place.firstElementChild.focus(); event.preventDefault(); }
});

// Dragging: upwards, out of the hand, to the table.
const drag = { card: null, ended: false };
const FAR = 12; // pixels that tell a drag from a click
const over = (event) => event.clientY < document.querySelector(".hand .cards").getBoundingClientRect().top - FAR;

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(CARD);
  drag.ended = false;
  if (!card || !event.isPrimary || event.button) return;
  Object.assign(drag, { card, x: event.clientX, y: event.clientY, on: false });
});

document.addEventListener("pointermove", (event) => {
  const { card } = drag;
  if (!card || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.on) {
    if (Math.hypot(x, y) < FAR) return;
    if (!card.isConnected || (event.pointerType !== "mouse" && Math.abs(x) > Math.abs(y))) return void (drag.card = null);
    drag.on = true;
    card.classList.add("dragged");
    card.setPointerCapture(event.pointerId);
  }
  card.style.translate = `${x}px ${y}px`;
  document.querySelector(".middle")?.classList.toggle("target", over(event));
});

for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, (event) => {
  const { card, on } = drag;
  drag.card = null;
  if (!on || !card) return;
  drag.on = false;
  drag.ended = true; // the click that follows is not one
  setTimeout(() => { drag.ended = false; });
  card.classList.remove("dragged");
  card.style.translate = "";
  document.querySelector(".middle")?.classList.remove("target");
  if (kind === "pointerup" && card.isConnected && over(event)) choose(card, true);
});

document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".hand")) event.preventDefault(); });

// live.js replaces the table with every version.
new MutationObserver(() => {
  if (at("play") === shown) return;
  shown = at("play");
  show();
}).observe(document.getElementById("main"), { childList: true, subtree: true });
