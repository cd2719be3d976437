// Tells the reader what happens besides the game, wherever the page is scrolled to.

import { game } from "./stage.js";
import { sound } from "./sounds.js";

const SHOWN = 6000; // milliseconds; one that leads somewhere stays twice as long
const MOST = 3;

const made = (kind, properties, ...children) => {
  const element = Object.assign(document.createElement(kind), properties);
  element.append(...children);
  return element;
};

function shelf() {
  return document.getElementById("toasts") ?? document.querySelector("main").appendChild(made("div", { id: "toasts", className: "toasts" }));
}

// `path` with `label` leads somewhere; with `join` it is a form. `opens` is the id of a drawer that says more.
export function toast({ text, label, path, join, opens }) {
  const words = made(opens ? "button" : "p", { className: "words" }, made("span", { textContent: text }));
  const box = made("div", { className: "toast" }, words);
  if (opens) {
    words.type = "button";
    words.addEventListener("click", () => {
      box.remove();
      const drawer = document.getElementById(opens);
      drawer.open = true;
      drawer.querySelector("summary").focus();
    });
  }
  if (label && join) box.append(made("form", { method: "post", action: path }, made("button", { textContent: label })));
  else if (label) box.append(made("a", { href: path, textContent: label, className: "button" }));
  const close = made("button", { type: "button", className: "close", textContent: "✕", ariaLabel: document.getElementById("table").dataset.close });
  close.addEventListener("click", () => box.remove());
  box.append(close);
  const all = shelf();
  while (all.children.length >= MOST) all.firstElementChild.remove();
  all.append(box);
  setTimeout(() => box.remove(), label ? 2 * SHOWN : SHOWN);
  sound("news", game);
}

// A dot on the chat's drawer while something said has not been seen.

let unread = false;
const drawer = () => document.getElementById("chat-drawer");

export function mark(news = unread) {
  unread = news;
  drawer()?.toggleAttribute("data-news", news);
}

document.addEventListener("toggle", () => { if (drawer()?.open) mark(false); }, true);

// A line of chat that somebody else has said.
export function heardTalk(name, text) {
  if (drawer()?.open) return;
  mark(true);
  toast({ text: `${name}: ${text}`, opens: drawer()?.id });
}
