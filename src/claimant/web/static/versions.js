// Builds the elements of a version of the table from what the feed sends.

import { parse } from "./stage.js";

// The feed sends the source of every part once, and after that only its changes.
let latest = null;

// Sources are sent in a short form, which components/patches.py describes.
function lengthened(text) {
  return text
    .replace(/["']/g, (mark) => (mark === "'" ? '"' : "'"))
    .replace(/art>([\w -]+)>([-\d ]*)>([\w-]+)>/g, (_, kind, box, name) =>
      `svg class="art ${kind}"${box && ` viewBox="${box}"`} aria-hidden="true"><use href="#${name}"/></svg>`);
}

// Applies the steps from one source to the next; components/patches.py describes them.
function patched(source, steps) {
  if (typeof steps === "string") return lengthened(steps);
  const before = source.split("<");
  const after = [];
  let at = 0;
  for (const step of steps) {
    if (typeof step === "string") after.push(lengthened(step));
    else if (step > 0) after.push(...before.slice(at, at += step));
    else at -= step;
  }
  return [...after, ...before.slice(at)].join("<");
}

// Builds the element of the next version.
export function built({ about, legal, layout, parts, ...more }) {
  if (layout) latest = { about, layout, parts: new Map(parts.map(([name, text]) => [name, lengthened(text)])) };
  else {
    Object.assign(latest.about, about);
    for (const [name, steps] of Object.entries(parts)) latest.parts.set(name, patched(latest.parts.get(name), steps));
  }
  const sources = [...latest.parts.values(), ""];
  const inner = latest.layout.map((piece, n) => piece + sources[n]).join("");
  const next = parse(`<section id="play" tabindex="-1">${inner}</section>`).getElementById("play");
  next.className = `play ${latest.about.game} ${latest.about.status}`;
  Object.assign(next.dataset, latest.about);
  for (const input of next.querySelectorAll("[name=version]")) input.setAttribute("value", latest.about.version);
  enable(next, legal);
  return { next, ...more, sources: more.scenes && new Map(latest.parts) };
}

// Enables the buttons of the legal events, which come as data, some with words for their buttons.
function enable(next, legal) {
  const buttons = new Map([...next.querySelectorAll("button[name=event]")].map((button) => [button.value, button]));
  for (const [event, words, shown] of legal.map((choice) => [choice].flat())) {
    const button = buttons.get(event);
    if (!button) continue;
    button.hidden = false;
    if (button.hasAttribute("aria-disabled")) button.classList.add("may");
    button.removeAttribute("aria-disabled");
    button.removeAttribute("tabindex");
    if (words) button.querySelector(".unseen")?.prepend(`${words} `);
    if (shown) button.append(Object.assign(document.createElement("small"), { className: "risk", textContent: shown }));
  }
}
