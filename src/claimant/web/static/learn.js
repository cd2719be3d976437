// A step of a course without loading pages. Everything also works without this script, with forms and links.

import { parse, swap } from "./stage.js";

const at = (id) => document.getElementById(id);
const table = () => at("table");
const play = () => at("play");
document.documentElement.classList.add("scripted");

async function show(answer, moved) {
  if (!answer.ok) return location.assign(answer.url);
  const page = parse(await answer.text());
  const next = page.getElementById("table");
  if (!next) return location.assign(answer.url);
  const focus = document.activeElement?.id;
  await swap(next, () => table().replaceWith(document.adoptNode(next)));
  document.title = page.title;
  if (moved) history.pushState(null, "", answer.url);
  const heading = moved && at("turn");
  (at("onward") ?? (heading || at(focus)) ?? play()).focus({ preventScroll: true });
  at("head").scrollIntoView({ block: "nearest" });
  at("live").textContent = [...at("task").children].map((line) => line.textContent.trim()).join(" ");
}

async function load(url, options) {
  if (play().ariaBusy === "true") return;
  play().ariaBusy = "true";
  const answer = await fetch(url, options).catch(() => null);
  if (!answer) return location.reload();
  await show(answer, answer.url !== location.href);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-act]") || !event.submitter) return;
  event.preventDefault();
  load(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  load(link.href);
});

addEventListener("popstate", () => location.reload());
