// Shows reactions beside the players who send them, for a few seconds.

const SHOWN = 4000; // milliseconds
const SVG = "http://www.w3.org/2000/svg";

// The picture of a reaction; the page contains the drawings.
export function picture(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "reaction");
  svg.setAttribute("aria-hidden", "true");
  const use = svg.appendChild(document.createElementNS(SVG, "use"));
  use.setAttribute("href", `#reaction-${name}`);
  return svg;
}

// Returns whether the player's place is on the screen, or near enough to point at it.
export function bubble(name, seat) {
  const place = [...document.querySelectorAll(`#play .here-${seat}`)].map((dot) => dot.parentElement).find((box) => box.checkVisibility());
  if (!place) return false;
  const { left, top, width, height } = place.getBoundingClientRect();
  const box = document.createElement("div");
  box.className = "bubble";
  box.ariaHidden = "true";
  box.dataset.seat = seat;
  box.append(picture(name));
  document.querySelector(`.bubble[data-seat="${seat}"]`)?.remove();
  document.body.append(box);
  const size = box.offsetWidth;
  const within = (value, most) => Math.max(8, Math.min(value, most - size - 8));
  box.style.left = `${within(left + Math.min(width, 9 * 16) - size / 4, innerWidth)}px`;
  box.style.top = `${within(top + height / 2 - size / 2, innerHeight)}px`;
  setTimeout(() => box.remove(), SHOWN);
  return true;
}
