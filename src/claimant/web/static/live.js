// Keeps a table up to date. Everything also works without this script, with forms and links.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const at = (id) => document.getElementById(id);
const table = () => at("table");
const play = () => at("play");
const shown = () => Number(play().dataset.version);
const past = () => "past" in table().dataset;
// What the game adds; components/game_page.py describes it. The page works without it.
const game = table().dataset.gameScript ? await import(table().dataset.gameScript).catch(() => ({})) : {};
document.documentElement.classList.add("scripted");
// A refusal is shown at the address that the form was sent to; show the table's address instead.
const home = `/tables/${table().dataset.table}`;
if (location.pathname !== home || new URLSearchParams(location.search).has("reported")) history.replaceState(null, "", home);

// Showing the next version: elements that can move have a name (data-vt), and the browser moves them.

function named(scope) {
  const found = new Map();
  for (const box of scope.querySelectorAll("[data-vt]")) {
    if (!found.has(box.dataset.vt)) found.set(box.dataset.vt, box);
  }
  return found;
}

const where = (box) => game.placeOf?.(box) ?? `${box.className}|${box.parentElement?.className}`;
const set = (box, key) => { box.style.viewTransitionName = `v-${key.replace(/[^\w-]/g, "_")}`; };

function swap(next, change) {
  const still = !document.startViewTransition || calm.matches || document.hidden;
  if (still) return Promise.resolve(change());
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

// Replaces elements without losing what people have typed, ticked or focused.
function keeping(change) {
  const focus = document.activeElement?.id;
  const inside = table().contains(document.activeElement);
  const typed = [...table().querySelectorAll("input[id]:not([readonly])")].map((i) => [i.id, i.value, i.checked]);
  change();
  for (const [id, value, checked] of typed) {
    const input = at(id);
    if (input) [input.value, input.checked] = [value, checked];
  }
  if (inside && document.activeElement?.id !== focus) (at(focus) ?? play()).focus({ preventScroll: true });
  dress();
}

const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// Updates the tab's title and icon, the clock, and the controls of a finished game.
function dress(from = play()) {
  document.title = from.dataset.title;
  const icon = from.dataset.mine === "yes" ? table().dataset.iconTurn : table().dataset.icon;
  const link = document.querySelector("link[rel=icon]");
  if (link.getAttribute("href") !== icon) link.href = icon;
  if (from === play()) tick();
  if (at("stepping")) import(table().dataset.script).then((past) => past.begin(swap));
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

function later() {
  again ??= setTimeout(() => { again = null; refresh(); }, 2000);
}

async function reload() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status); // try again later
  const next = answer.ok && parse(await answer.text()).getElementById("table");
  if (!next) return location.reload();
  await swap(next, () => keeping(() => {
    const spoken = heard();
    table().replaceWith(document.adoptNode(next));
    if (heard() < spoken) anew = true; // something was said while the page was loading
  }));
  contribute();
}

// The feed sends the source of every part once, and after that only its changes.
let latest = null;

// Applies the steps from one source to the next; components/patches.py describes them.
function patched(source, steps) {
  if (typeof steps === "string") return steps;
  const before = source.split("<");
  const after = [];
  let at = 0;
  for (const step of steps) {
    if (typeof step === "string") after.push(step);
    else if (step > 0) after.push(...before.slice(at, at += step));
    else at -= step;
  }
  return [...after, ...before.slice(at)].join("<");
}

// Builds the element of the next version.
function built({ about, legal, layout, parts }) {
  if (layout) latest = { about, layout, parts: new Map(parts) };
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
  return next;
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

let waiting = [];
let anew = false; // whether the whole page has to be loaded again
const lines = new Map(); // the log lines of versions that are not shown, by version
let busy = null;

function show() {
  busy ??= (async () => {
    while (waiting.length || anew) {
      if (anew) {
        anew = false;
        await reload();
        continue;
      }
      let next = null;
      for (const one of waiting.splice(0).filter((f) => Number(f.dataset.version) > shown())) {
        next = one;
        lines.set(Number(one.dataset.version), one.querySelector("#event")?.textContent);
      }
      if (!next) continue;
      const told = [];
      for (let n = shown() + 1; n <= Number(next.dataset.version); n++) told.push([n, lines.get(n)]);
      for (const n of lines.keys()) if (n <= Number(next.dataset.version)) lines.delete(n);
      const lost = told.some(([, words]) => words === undefined);
      if (lost || next.dataset.status !== play().dataset.status) {
        anew = true;
        sound(next);
        continue;
      }
      for (const [version, words] of told) write(version, words);
      await swap(next, () => keeping(() => play().replaceWith(document.adoptNode(next))));
      speak(told.map(([, words]) => words).join(" ")
        + (next.dataset.mine === "yes" ? ` ${next.querySelector("#turn").textContent}` : ""));
      sound(next);
    }
  })().catch(later) // the page will then contain what could not be shown
    .finally(() => { busy = null; if (waiting.length || anew) show(); });
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

function open() {
  if (source || past() || ["over", "called-off"].includes(play().dataset.status) && !table().dataset.seat) return;
  source = new EventSource(`${table().dataset.feed}?since=${shown()}&talk=${heard()}`);
  cameAt = Date.now();
  for (const kind of ["open", "message", "line", "table", "talk", "beat"]) source.addEventListener(kind, () => { cameAt = Date.now(); });
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
  source.addEventListener("table", (message) => {
    if (message.data !== play().dataset.standing) refresh();
  });
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
    const answer = await send("talk", { text });
    if (answer) form.elements.text.value = "";
    return;
  }
  if (!form.matches("[data-act]") || !event.submitter) return;
  event.preventDefault();
  if (play().ariaBusy === "true") return;
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

function talk({ n, seat, name, colour, text }) {
  const lines = [...at("said").children];
  const number = (line) => Number(line.dataset.n);
  if (lines.some((line) => number(line) === n)) return; // sent twice
  const line = document.createElement("li");
  line.dataset.n = n;
  const who = document.createElement("b");
  const words = document.createElement("span");
  who.textContent = name;
  words.textContent = text;
  line.append(at("tokens").children[colour].content.cloneNode(true), who, " ", words);
  if (String(seat) !== table().dataset.seat) line.append(more(n, name));
  at("said").insertBefore(line, lines.find((other) => number(other) > n) ?? null);
  at("said").scrollTop = at("said").scrollHeight;
  if (!at("mute").checked) speak(`${who.textContent}: ${text}`);
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

// Sounds, if the reader has turned them on.

let audio = null;
const sounding = () => document.documentElement.dataset.sounds === "on";

// Phones allow a page to play sounds only after a touch, and again after each interruption.
for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, () => {
  if (!sounding()) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {});
});

function tone(pitch, start, length, kind = "triangle", volume = 0.08) {
  const [voice, gain] = [audio.createOscillator(), audio.createGain()];
  voice.type = kind;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(volume, audio.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.0005, audio.currentTime + start + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(audio.currentTime + start);
  voice.stop(audio.currentTime + start + length);
}

function sound(next) {
  if (!sounding() || document.hidden || audio?.state !== "running") return;
  for (const values of game.sounds?.[next.dataset.event] ?? [[320, 0, 0.09, "sine"]]) tone(...values);
  if (next.dataset.mine === "yes") { tone(660, 0.25, 0.18); tone(880, 0.38, 0.25); }
}

at("mute").checked = stored("mute") === "yes";
dress();
open();
contribute();
