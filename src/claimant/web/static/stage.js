// Puts versions of a table on the screen: what moves, what is held for a moment, and large words.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");
const play = () => document.getElementById("play");
// What the game adds; components/game_page.py describes it. The page works without it.
export const game = table().dataset.gameScript ? await import(table().dataset.gameScript).catch(() => ({})) : {};

export const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// How long things are shown, compared to the usual tempo; 0: not at all.
export const tempo = () => Number(table().dataset.tempoFactor ?? 1);

// Elements that can move have a name (data-vt), and the browser moves them.

function named(scope) {
  const found = new Map();
  for (const box of scope.querySelectorAll("[data-vt]")) {
    if (!found.has(box.dataset.vt)) found.set(box.dataset.vt, box);
  }
  return found;
}

const where = (box) => game.placeOf?.(box) ?? `${box.className}|${box.parentElement?.className}`;
const set = (box, key) => { box.style.viewTransitionName = `v-${key.replace(/[^\w-]/g, "_")}`; };

export function swap(next, change) {
  if (!document.startViewTransition || still.matches || document.hidden) return Promise.resolve(change());
  const before = named(play());
  const after = named(next);
  for (const [key, box] of after) {
    const old = before.get(key);
    const from = old ?? game.originOf?.(box);
    if (!from || (old && where(old) === where(box))) {
      before.delete(key);
      if (old) after.delete(key);
    } else if (!from.style.viewTransitionName) set(from, key);
  }
  for (const [key, box] of before) if (!after.has(key)) set(box, key);
  const move = document.startViewTransition(() => {
    change();
    for (const [key, box] of named(play())) if (after.has(key)) set(box, key);
  });
  move.ready.catch(() => {});
  move.updateCallbackDone.catch(() => {});
  return move.finished.catch(() => {}).then(() => {
    for (const box of play().querySelectorAll("[data-vt]")) box.removeAttribute("style");
  });
}

// Holding what is shown, until the time is up or the viewer wants to go on.

let release = null;
let hurried = false;

export function hold(ms) {
  if (hurried || document.hidden || !(ms * tempo())) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => release(), ms * tempo());
    release = () => { clearTimeout(timer); release = null; done(); };
  });
}

// Goes on to the version that follows what is being shown.
export function skip() {
  hurried = true;
  hush();
  release?.();
}

const playing = () => "scene" in play().dataset;

// A scene: the page as it is, with the parts that have changed so far. Nothing in it can be used.
function staged(scene, sources) {
  const next = play().cloneNode(true);
  Object.assign(next.dataset, { scene: scene.kind, mine: "no" });
  for (const [name, source] of Object.entries(scene.parts)) {
    const part = parse(source === true ? sources.get(name) : source).body.firstElementChild;
    next.querySelector(`#${CSS.escape(part.id)}`)?.replaceWith(document.adoptNode(part));
  }
  for (const [id, words] of [["turn", scene.headline], ["event", scene.line]]) {
    const line = next.querySelector(`#${id}`);
    if (line) line.textContent = words;
  }
  for (const button of next.querySelectorAll("button[name=event]")) {
    button.classList.remove("may");
    button.ariaDisabled = "true";
  }
  return next;
}

// Plays scenes one after the other; `put` replaces the page, `heard` is told what begins.
export async function perform(scenes, sources, put, begins) {
  hurried = false;
  for (const scene of scenes) {
    if (hurried) return;
    const next = staged(scene, sources);
    await swap(next, () => put(next));
    begins(scene);
    await hold(scene.ms);
  }
  hush();
}

// Large words over the table. They are in the way of nothing.

let hushing = null;

export function announce({ kind, words, ms }) {
  hush();
  if (!tempo() || document.hidden) return;
  const banner = Object.assign(document.createElement("div"), { id: "moment", className: `moment ${kind}`, ariaHidden: "true" });
  banner.append(Object.assign(document.createElement("b"), { textContent: words }));
  document.body.append(banner);
  hushing = setTimeout(hush, ms * tempo());
}

function hush() {
  clearTimeout(hushing);
  document.getElementById("moment")?.remove();
}

// A tap or a key during a scene shows what follows, and does nothing else.

let pressed = false; // whether the pointer went down during a scene
const typing = (target) => target.closest?.("input, textarea, select, [popover], dialog");

addEventListener("pointerdown", () => { pressed = playing(); if (!pressed) hush(); }, true);
addEventListener("click", (event) => {
  const during = playing() || (pressed && event.detail);
  pressed = false;
  if (!during || !play().contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  skip();
}, true);
addEventListener("keydown", (event) => {
  if (!playing() || typing(event.target) || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  if (event.key === "Enter" || event.key === " ") event.preventDefault(); // it would press a button
  skip();
}, true);
document.addEventListener("visibilitychange", () => { if (document.hidden) skip(); });
