// Stepping through a review: the moment is fetched, and the line on the curve moves along.

document.documentElement.classList.add("scripted");

const path = document.querySelector(".review").dataset.path;
const width = 600;
const moment = () => document.getElementById("moment");
let wanted = null;
let busy = false;

async function go(n, focus = "") {
  const last = Number(moment().dataset.last);
  wanted = Math.min(Math.max(n, 1), last);
  document.getElementById("now").setAttribute("d", `M${(width * wanted) / last} 0V200`);
  if (busy) return;
  busy = true;
  try {
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      const answer = await fetch(`${path}/moment?at=${now}`);
      if (!answer.ok) { location.assign(`${path}?at=${now}#moment`); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const place = keep();
      moment().replaceWith(document.adoptNode(page.getElementById("moment")));
      moment().querySelector(place)?.focus({ preventScroll: true });
      history.replaceState(null, "", `${path}?at=${now}`);
    }
  } finally {
    busy = false;
  }
  if (focus) {
    moment().scrollIntoView({ block: "nearest" });
    moment().querySelector(focus).focus({ preventScroll: true });
  }
}

// The control that has the focus, in the moment that replaces this one.
function keep() {
  const here = document.activeElement;
  if (!moment().contains(here)) return "#none";
  if (here.matches("input[type=range]")) return "input[type=range]";
  const links = [...moment().querySelectorAll("[data-at]")];
  return links.includes(here) ? `[data-at]:nth-child(${links.indexOf(here) + 1})` : "#none";
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at]");
  if (link) {
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") go(Number(link.dataset.at), moment().contains(link) ? "" : "h2");
  }
  const curve = event.target.closest("#curve");
  if (curve) {
    const box = curve.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * Number(moment().dataset.last)));
  }
});
document.addEventListener("input", (event) => {
  if (event.target.matches(".steps input[type=range]")) go(Number(event.target.value));
});
document.addEventListener("submit", (event) => {
  if (event.target.matches(".steps")) event.preventDefault();
});
