// Keeps a table up to date. Everything also works without this script, with forms and links.

import { announce, game, hold, parse, perform, skip, swap, tempo } from "./stage.js";
import { sound } from "./sounds.js";
import { bubble, picture } from "./reactions.js";
import { heardTalk, mark, toast } from "./toasts.js";
import { built } from "./versions.js";

const at = (id) => document.getElementById(id);
const table = () => at("table");
const play = () => at("play");
const shown = () => Number(play().dataset.version);
const past = () => "past" in table().dataset;
document.documentElement.classList.add("scripted");
// A refusal is shown at the address that the form was sent to; show the table's address instead.
const home = `/tables/${table().dataset.table}`;
if (location.pathname !== home || new URLSearchParams(location.search).has("reported")) history.replaceState(null, "", home);

// Replaces elements without losing what people have typed, ticked, opened or focused.
function keeping(change) {
  const focus = document.activeElement?.id;
  const inside = table().contains(document.activeElement);
  const typed = [...table().querySelectorAll("input[id]:not([readonly]), select[id]")].map((i) => [i.id, i.value, i.checked]);
  const drawers = [...table().querySelectorAll("details[id][open]")].map(({ id }) => id);
  change();
  for (const id of drawers) if (at(id)) at(id).open = true;
  for (const [id, value, checked] of typed) {
    const input = at(id);
    if (input) [input.value, input.checked] = [value, checked];
  }
  if (inside && document.activeElement?.id !== focus) (at(focus) ?? play()).focus({ preventScroll: true });
  dress();
}

// Updates the tab's title and icon, the clock, and the controls of a finished game.
function dress(from = play()) {
  document.title = from.dataset.title;
  const icon = from.dataset.mine === "yes" ? table().dataset.iconTurn : table().dataset.icon;
  const link = document.querySelector("link[rel=icon]");
  if (link.getAttribute("href") !== icon) link.href = icon;
  if (from === play()) tick();
  if (at("stepping")) import(table().dataset.script).then((past) => past.begin({ built, parse, perform, skip, swap, sounds: ({ kind }) => sound(kind, game) }));
}

function tick() {
  for (const clock of document.querySelectorAll("time[data-due]")) {
    const left = Math.max(0, Math.round((Date.parse(clock.dateTime) - Date.now()) / 1000));
    const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (n) => String(n).padStart(2, "0");
    clock.textContent = h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
    clock.classList.toggle("soon", left < 15);
  }
}
setInterval(tick, 1000);

function speak(words) {
  at("live").textContent = words;
}

function note(words) {
  at("note").textContent = `${words[0].toUpperCase()}${words.slice(1)}.`;
  at("note").hidden = false;
  clearTimeout(note.timer);
  note.timer = setTimeout(() => { at("note").hidden = true; }, 5000);
}

// Loads the whole page again: seats have changed, the game began or ended, or something was missed.
// It takes its turn with the updates, so that it never replaces anything newer.
function refresh() {
  anew = true;
  show();
}

let again = null;
let device = null; // device.js, if several players share this one

function later() {
  again ??= setTimeout(() => { again = null; refresh(); }, 2000);
}

// Its address changes with its content: a newer server may send what this script does not understand.
const scriptOf = (page) => page.querySelector("script[src*='/live.js']")?.src;

async function reload() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status); // try again later
  const page = parse(await answer.text());
  const next = answer.ok && page.getElementById("table");
  if (!next || scriptOf(page) !== scriptOf(document)) return location.reload();
  await swap(next, () => keeping(() => {
    const spoken = heard();
    table().replaceWith(document.adoptNode(next));
    if (heard() < spoken) anew = true; // something was said while the page was loading
    mark();
  }));
  contribute();
  await share();
  if (device) { close(); open(); } // whose cards are open may have changed
}

const waiting = []; // versions that have arrived and are not shown yet
const LATE = 3; // as many may wait; if there are more, only the last is shown
let anew = false; // whether the whole page has to be loaded again
let standing = null; // what the feed last said of the table's seats and status
const outdated = () => standing !== null && standing !== play().dataset.standing;
let ending = null; // what is announced once it has been
const lines = new Map(); // the log lines of versions that are not shown, by version
let busy = null;

function show() {
  busy ??= (async () => {
    while (waiting.length || anew || outdated()) {
      if (anew || !waiting.length) {
        anew = false;
        standing = null; // the page will be newer
        await reload();
        if (ending) {
          scrollTo(0, 0); // the winner stands at the top
          announce(ending);
        }
        ending = null;
      } else await showNext();
    }
  })().catch(later) // the page will then contain what could not be shown
    .finally(() => { busy = null; if (waiting.length || anew || outdated()) show(); });
}

async function showNext() {
  const late = waiting.length > LATE || document.hidden;
  const arrived = late ? waiting.splice(0) : [waiting.shift()];
  for (const { next } of arrived) lines.set(Number(next.dataset.version), next.querySelector("#event")?.textContent);
  const { next, scenes = [], from, moment, sources } = arrived.at(-1);
  const version = Number(next.dataset.version);
  if (version <= shown()) return;
  const mine = play().dataset.mine === "yes";
  const told = [];
  for (let n = shown() + 1; n <= version; n++) told.push([n, lines.get(n)]);
  for (const n of lines.keys()) if (n <= version) lines.delete(n);
  const lost = told.some(([, words]) => words === undefined);
  if (!lost) speak([...told.map(([, words]) => words), moment?.kind === "end" && moment.words].filter(Boolean).join(" "));
  const passed = next.dataset.front !== play().dataset.front; // a shared device goes to the next player
  const staged = scenes.length && !late && !lost && !passed && shown() >= from && tempo();
  if (staged) await perform(scenes, sources, (stage) => keeping(() => play().replaceWith(stage)), ({ kind }) => sound(kind, game));
  // One sound at a time: that of a moment, of a turn that comes, or of the event.
  const comes = next.dataset.mine === "yes" && !mine;
  const name = moment && tempo() ? moment.kind : comes ? "turn" : !staged && next.dataset.event;
  if (name) sound(name, game);
  if (lost || next.dataset.status !== play().dataset.status) {
    anew = true;
    ending = moment;
    return;
  }
  for (const [n, words] of told) write(n, words);
  await swap(next, () => keeping(() => play().replaceWith(document.adoptNode(next))));
  if (passed) { device?.forget(); anew = true; }
  if (moment) announce(moment);
  if (next.dataset.mine === "yes") speak(`${at("live").textContent} ${next.querySelector("#turn").textContent}`);
  if (waiting.length) await hold(400); // each move is seen as a move
}

function write(version, words) {
  const line = document.createElement("li");
  line.value = version;
  line.textContent = words;
  at("log")?.prepend(line);
}

// The feed.

let source = null;
let lostAt = null;
let refused = false;
let cameAt = 0; // when it last sent something
const SILENT = 45000; // the server sends something at least every half minute

// Whether nothing more will come for a spectator: the game is over, and they know of the next one.
const finale = () => !table().dataset.seat && table().dataset.next;

function open() {
  if (source || past() || finale()) return;
  const { feed } = table().dataset;
  source = new EventSource(`${feed}${feed.includes("?") ? "&" : "?"}since=${shown()}&talk=${heard()}`);
  cameAt = Date.now();
  for (const kind of ["open", "message", "line", "table", "here", "talk", "beat"]) source.addEventListener(kind, () => { cameAt = Date.now(); });
  source.onopen = () => {
    refused = false;
    at("lost").hidden = true;
    clearTimeout(lostAt);
    if (lostAt) refresh();
    lostAt = null;
  };
  source.onerror = () => {
    lostAt ??= setTimeout(() => { at("lost").hidden = false; }, 1200);
    if (source?.readyState === EventSource.CLOSED) {
      close();
      if (!refused) later(); // the page may say why
      refused = true;
      setTimeout(open, 2000);
    }
  };
  source.onmessage = (message) => {
    waiting.push(built(JSON.parse(message.data)));
    show();
  };
  source.addEventListener("line", ({ data }) => {
    const space = data.indexOf(" ");
    lines.set(Number(data.slice(0, space)), data.slice(space + 1));
  });
  source.addEventListener("table", ({ data }) => {
    const { news, ...said } = JSON.parse(data);
    for (const each of news) {
      toast(each);
      speak(each.text);
    }
    // A big screen, which nobody touches, goes on to the next game by itself.
    const next = document.body.classList.contains("wall") && news.find(({ path }) => path);
    if (next) return location.assign(`${next.path}?view=wall`);
    // Compared once the versions before it are shown: the end of a game has loaded the page anew by then.
    standing = said.standing;
    show();
  });
  source.addEventListener("here", ({ data }) => { table().dataset.here = data; });
  source.addEventListener("talk", (message) => talk(JSON.parse(message.data)));
}

function close() {
  source?.close();
  source = null;
}

// A connection may be dead without an error, as after a phone has slept.
function anewIfSilent() {
  if (!source || Date.now() - cameAt < SILENT) return;
  close();
  at("lost").hidden = false;
  lostAt ??= -1;
  reopen();
}

function reopen() {
  open();
  if (!source) at("lost").hidden = true; // nothing more will come
}
setInterval(anewIfSilent, 5000);

addEventListener("offline", () => { close(); at("lost").hidden = false; lostAt ??= -1; });
addEventListener("online", reopen);
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) { open(); refresh(); } });

// A hidden tab closes its connection and only asks now and then whose turn it is.
let asleep = null;
document.addEventListener("visibilitychange", () => {
  clearInterval(asleep);
  asleep = null;
  if (!document.hidden) {
    close();
    open();
    return;
  }
  asleep = setInterval(async () => {
    if (["waiting", "starting"].includes(play().dataset.status)) return; // it contributes to the luck
    close();
    const answer = await fetch(`${location.pathname}/moment`).catch(() => null);
    const next = answer?.ok && parse(await answer.text()).getElementById("play");
    if (next && document.hidden) dress(next);
  }, 20000);
});

// Acting.

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.matches("[data-talk]")) {
    event.preventDefault();
    const text = form.elements.text.value.trim();
    if (!text) return;
    const seat = form.elements.seat && Number(form.elements.seat.value);
    const answer = await send("talk", { text, seat });
    if (answer) form.elements.text.value = "";
    return;
  }
  if (form.matches("[data-react]") && event.submitter) {
    event.preventDefault();
    const seat = form.elements.seat && Number(form.elements.seat.value);
    form.hidePopover?.();
    return void send("reactions", { reaction: event.submitter.value, seat });
  }
  if (form.matches("[data-hint-form]")) {
    event.preventDefault();
    form.elements.version.value = shown();
    return void import(table().dataset.hints).then(({ ask }) => ask(form, note));
  }
  if (form.matches("[data-hints-form]") && event.submitter) {
    event.preventDefault();
    return void send("hints", { agrees: event.submitter.value === "yes" });
  }
  if (form.matches("[data-tempo-form]") && event.submitter) {
    event.preventDefault();
    return void send("tempo", { tempo: event.submitter.value });
  }
  if (!form.matches("[data-act]") || !event.submitter) return;
  event.preventDefault();
  if (play().ariaBusy === "true" || "scene" in play().dataset) return;
  play().ariaBusy = "true";
  at("note").hidden = true;
  const version = Number(form.elements.version.value);
  const answer = await send("events", { version, event: event.submitter.value });
  // The page stays busy until the next version replaces it, so a second click does nothing.
  if (!answer) return void (play().ariaBusy = "false");
  // The feed brings the next version; if there is no feed or it is late, load the page.
  const due = () => shown() < answer.version && refresh();
  if (source?.readyState === EventSource.OPEN) setTimeout(due, 1500);
  else due();
});

async function send(path, data) {
  try {
    const answer = await fetch(`${table().dataset.api}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    const told = await answer.json();
    if (answer.ok) return told;
    note(told.message);
    if (answer.status === 409) refresh();
  } catch {
    at("lost").hidden = false;
    lostAt ??= -1;
  }
  return null;
}

// What this browser adds to the luck, and whether the table has kept its promise.
function contribute() {
  if (table().dataset.luck) import(table().dataset.luck).then((luck) => luck.contribute(table().dataset, send))
    .catch(() => {}); // tried again whenever the page is shown anew
}

// The number of the last line of chat.
const heard = () => Number(at("said").lastElementChild?.dataset.n ?? 0);

// The link to the page on which a line can be reported and its author muted.
function more(n, name) {
  const link = document.createElement("a");
  Object.assign(link, { className: "more", href: `${home}/talk/${n}`, textContent: "⋯" });
  link.ariaLabel = at("said").closest(".talk").dataset.more.replace("%", () => name);
  return link;
}

function talk({ n, seat, name, colour, text, reaction }) {
  const lines = [...at("said").children];
  const number = (line) => Number(line.dataset.n);
  if (lines.some((line) => number(line) === n)) return; // sent twice
  const line = document.createElement("li");
  line.dataset.n = n;
  const who = document.createElement("b");
  const words = document.createElement("span");
  who.textContent = name;
  words.textContent = text;
  if (reaction) words.prepend(picture(reaction));
  line.append(at("tokens").children[colour].content.cloneNode(true), who, " ", words);
  if (String(seat) !== table().dataset.seat) line.append(more(n, name));
  at("said").insertBefore(line, lines.find((other) => number(other) > n) ?? null);
  at("said").scrollTop = at("said").scrollHeight;
  if (at("mute").checked) return;
  speak(`${who.textContent}: ${text}`);
  if (reaction && bubble(reaction, seat)) return;
  if (String(seat) !== table().dataset.seat) heardTalk(name, text);
}

// Reads, or writes, a setting in the browser's storage, if that is allowed.
function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

document.addEventListener("change", (event) => {
  if (event.target.id === "mute") stored("mute", event.target.checked ? "yes" : "");
});

// A device that several players share forgets what it has shown when the next one takes it.
async function share() {
  if (device || !table().dataset.device) return;
  device = await import(table().dataset.device);
  device.begin(refresh);
}

await share();
at("mute").checked = stored("mute") === "yes";
dress();
open();
contribute();
