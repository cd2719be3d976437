// The table of Claim: how its cards move, and taps and arrow keys in the hand.

// Where a card is: live.js moves it when this changes. The cards of a hand stay still as long as they
// are the same, because a moving card cannot be tapped.
export function placeOf(box) {
  const hand = box.closest(".hand");
  return hand && [...hand.querySelectorAll("[data-vt]")].map((card) => card.dataset.vt).join(" ");
}

// Where a card that is new to the page comes from: the hand it was played from.
export const originOf = (box) => document.querySelector(`[data-place="${box.dataset.from}"] .mini:last-child .card`);

// A moving card cannot be tapped, but the place below it can.
document.addEventListener("click", (event) => {
  if (event.target.matches(".hand li")) event.target.firstElementChild.click();
});

document.addEventListener("keydown", (event) => {
  const card = document.activeElement;
  if (event.altKey || event.ctrlKey || event.metaKey || !card.matches(".hand .cardbox")) return;
  const next = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  const place = next && card.parentElement[next];
  if (place) { place.firstElementChild.focus(); event.preventDefault(); }
});
