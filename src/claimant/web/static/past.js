// A finished game: its replay, and verifying its luck from its record.

let live = null; // how the table's script shows a version

const at = (id) => document.getElementById(id);
const bar = () => at("stepping");
const now = () => Number(bar().elements.at.value);
const last = () => Number(bar().dataset.last);

// The table's script passes in how it shows a version. If the reader chose another moment before this
// script was loaded, or the browser restored such a choice, show that now.
export function begin(how) {
  live = how;
  if (at("check")) at("check").disabled = false;
  const { at: event, eyes: viewer } = bar().elements;
  if (event.value !== bar().dataset.at || (viewer && !viewer.selectedOptions[0].defaultSelected)) go(Number(event.value));
}

const eyes = () => (bar().elements.eyes ? `&eyes=${bar().elements.eyes.value}` : "");
let wanted = null;
let busy = null;

// Shows a moment; `played` if it follows from the one that is shown. Gives whether that was possible.
function go(n, played = false) {
  wanted = { n: Math.min(Math.max(n, 1), last()), played };
  mark(wanted.n);
  busy ??= (async () => {
    let done = true;
    while (wanted !== null && done) {
      const next = wanted;
      wanted = null;
      done = await show(next);
    }
    return done;
  })().catch(() => false).finally(() => { busy = null; });
  return busy;
}

// The controls as they are at a moment.
function mark(n) {
  const { at: slider } = bar().elements;
  slider.value = n;
  slider.ariaValueText = slider.dataset.said.replace("#", n);
  bar().querySelector("output").textContent = `${n} / ${last()}`;
  for (const link of bar().querySelectorAll("[data-go]")) {
    const to = Math.min(Math.max(target(link.dataset.go), 1), last());
    if (to === n) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
    link.href = `${bar().dataset.path}?at=${to}${eyes()}#replay`;
  }
}

let passing = false; // whether the version that is shown only waits for a random draw

async function show({ n, played }) {
  const { path } = bar().dataset;
  const seen = `?at=${n}${eyes()}`;
  const answer = await fetch(`${path}/${played ? "scenes" : "moment"}${seen}`);
  if (!answer.ok) return false;
  const put = (next) => at("play").replaceWith(document.adoptNode(next));
  let next;
  if (played) {
    const version = live.built(await answer.json());
    ({ next, passing } = version);
    if (version.scenes) await live.perform(version.scenes, version.sources, put, live.sounds);
  } else next = live.parse(await answer.text()).getElementById("play");
  await live.swap(next, () => put(next));
  bar().dataset.at = n;
  history.replaceState(null, "", `${path}${seen}#replay`);
  for (const back of document.querySelectorAll("input[name=back]")) back.value = `${path}${seen}`;
  at("live").textContent = at("event").textContent;
  for (const line of at("log").children) {
    if (line.value !== n) line.removeAttribute("aria-current");
    else {
      line.setAttribute("aria-current", "true");
      at("log").scrollTop = line.offsetTop - at("log").offsetTop - at("log").clientHeight / 3;
    }
  }
  return true;
}

function target(key) {
  const begins = bar().dataset.turns.split(" ").filter(Boolean).map(Number);
  return {
    first: 1, back: now() - 1, on: now() + 1, last: last(),
    "turn-back": begins.filter((n) => n < now()).at(-1) ?? 1,
    "turn-on": begins.find((n) => n > now()) ?? last(),
  }[key];
}

// Playing by itself, turn by turn or step by step, at the chosen tempo.

const REST = 900; // milliseconds for which each version stays, after its scenes
let playing = null;
let wake = null;

async function play() {
  const mine = playing = {};
  dress();
  if (now() === last()) await go(1);
  while (playing === mine && now() < last()) {
    // The scenes take the same tempo.
    table().dataset.tempoFactor = at("speed").value;
    await new Promise((done) => {
      const timer = setTimeout(() => wake(), passing ? 0 : REST * at("speed").value);
      wake = () => { clearTimeout(timer); done(); };
    });
    const next = target(at("steps").value === "turn" ? "turn-on" : "on");
    if (playing === mine && !(await go(next, true))) break;
  }
  if (playing === mine) stop();
}

function stop() {
  if (!playing) return;
  playing = null;
  wake?.();
  live.skip();
  dress();
}

const table = () => at("table");

// The button says what it does.
function dress() {
  const button = at("autoplay");
  const words = playing ? button.dataset.pause : button.dataset.play;
  button.classList.toggle("playing", Boolean(playing));
  button.title = words;
  button.querySelector(".unseen").textContent = words;
}

// Whoever looks at another moment has taken over.
function choose(n) {
  stop();
  go(n);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  const line = event.target.closest("#log a");
  if (link && bar()) { event.preventDefault(); choose(target(link.dataset.go)); }
  if (line && bar()) { event.preventDefault(); choose(line.parentElement.value); }
  if (event.target.closest("#autoplay")) playing ? stop() : play();
  if (event.target.closest("#check")) check(at("check"));
});
document.addEventListener("input", (event) => {
  if (bar() && event.target === bar().elements.at) choose(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (bar() && event.target.name === "eyes") go(now());
});
document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
document.addEventListener("keydown", (event) => {
  if (!bar() || event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const turn = event.shiftKey ? "turn-" : "";
  const key = { ArrowLeft: `${turn}back`, ArrowRight: `${turn}on`, Home: "first", End: "last" }[event.key];
  if (key) { event.preventDefault(); choose(target(key)); }
});

// Verifying the luck. SHA-256 is implemented here because browsers offer theirs (crypto.subtle) only
// over https, which a server at home usually lacks.

const primes = [...Array(312).keys()].slice(2).filter((n) => [...Array(n).keys()].slice(2).every((d) => n % d)).slice(0, 64);
const part = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
const K = primes.map((p) => part(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(bytes) {
  const length = (bytes.length + 72) >> 6 << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const hash = [...START];
  const w = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + h + K[i] + w[i];
      const t = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + s) | 0, c, b, a, (s + t) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] = (hash[i] + x) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((x, i) => out.setUint32(i * 4, x));
  return new Uint8Array(out.buffer);
}

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = sha256(new Uint8Array([...block.map((b) => b ^ 54), ...message]));
  return sha256(new Uint8Array([...block.map((b) => b ^ 92), ...inner]));
}

// Verifies the luck of a record as docs/luck.md describes it. `draws` is the game's own part: given
// the headers and the source of randomness, a function per event of chance that returns its outcome.
// The result has the number of the first event that is `wrong` (0: the secret), or of those `right`.
export function verify(record, draws) {
  const [top, log] = [record.slice(0, record.indexOf("\n\n")), record.slice(record.indexOf("\n\n") + 2)];
  const head = Object.fromEntries(top.split("\n").slice(1).map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  const players = Number(head.players);
  const seed = new Uint8Array(head.seed.match(/../g).map((b) => parseInt(b, 16)));
  const encode = (line) => new TextEncoder().encode(line);
  const text = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  if (text(sha256(seed)) !== head.commitment) return { wrong: 0 };
  const seats = [...Array(players).keys()];
  const given = (key, seat) => head[`${key} ${seat}`] ?? "";
  const two = head.luck === "2";
  const words = seats.map((seat) => `${two ? `${given("contribution", seat)} ` : ""}${given("word", seat)}`).join("\n");
  const committed = (seat) => text(sha256(encode([head.commitment, seat, given("contribution", seat), given("word", seat)].join("\n"))));
  if (two && seats.some((seat) => !["", "missing"].includes(given("contribution", seat)) && committed(seat) !== given("commit", seat))) return { wrong: 0 };
  let numbers;
  function* row(n) {
    for (let block = 0; ; block++) {
      const view = new DataView(hmac(seed, encode(`${n}.${block}\n${words}`)).buffer);
      for (let i = 0; i < 32; i += 4) yield view.getUint32(i);
    }
  }
  function below(k) {
    const bits = 32 - Math.clz32(k - 1);
    while (bits) {
      const number = numbers.next().value >>> (32 - bits);
      if (number < k) return number;
    }
    return 0;
  }
  function shuffled(list) {
    for (let i = list.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
  const luck = { first: () => [below(players)], ...draws({ head, players, below, shuffled }) };
  const events = log.split("\n").filter((line) => line && !line.startsWith("#"));
  let right = 0;
  for (const [i, event] of events.entries()) {
    const [kind, ...fell] = event.replaceAll(" /", "").split(" ");
    if (!(kind in luck)) continue;
    numbers = row(1 + (two ? right : i));
    if (fell.join(" ") !== luck[kind]().join(" ")) return { wrong: i + 1 };
    right += 1;
  }
  return { right };
}

export async function check(button = at("check")) {
  if (!button) return;
  const [answer, game] = await Promise.all([fetch(button.dataset.record), import(button.dataset.luck)]);
  const { right, wrong } = verify(await answer.text(), game.draws);
  at("checked").textContent = wrong === undefined
    ? button.dataset.good.replace("#", right)
    : wrong ? button.dataset.bad.replace("#", wrong) : button.dataset.other;
  at("checked").dataset.fair = wrong === undefined ? "yes" : "no";
}
