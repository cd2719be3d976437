// What this browser contributes to the luck of a table, by commit and reveal (see docs/luck.md), and
// what it remembers of the table's promise, so that it can compare at the end on its own.

const MOST = 200; // tables that are remembered
let memory = {}; // for browsers that store nothing

function remembered(table, more) {
  try {
    memory = JSON.parse(localStorage.getItem("luck")) ?? memory;
  } catch { /* nothing may be stored, or it is not ours */ }
  if (more) {
    memory[table] = { ...memory[table], ...more };
    for (const old of Object.keys(memory).slice(0, -MOST)) delete memory[old];
    try {
      localStorage.setItem("luck", JSON.stringify(memory));
    } catch { /* then it lasts as long as the page */ }
  }
  return memory[table];
}

// The word that was typed when sitting down (site.js), once.
function typed() {
  try {
    const word = sessionStorage.getItem("word");
    sessionStorage.removeItem("word");
    return word;
  } catch {
    return null;
  }
}

// One line without what cannot be seen, as the server would clean it.
const clean = (word) => [...word.normalize("NFC").replace(/[\p{Cf}\p{Variation_Selector}]/gu, "").replace(/[\p{C}\s]+/gu, " ")
  .trim().normalize("NFC")].slice(0, 40).join("");

const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

function tell(key, ...more) {
  const line = document.getElementById("promise");
  line.textContent = [key, ...more].map((name) => line.dataset[name]).join(" ");
  line.hidden = false;
  line.dataset.kept = key === "same" ? "yes" : "no";
  line.classList.toggle("note", key !== "same"); // in sight wherever one has scrolled
}

// Called whenever the table is shown. `send` posts to its API and gives the answer, or null.
export async function contribute({ table, script, commitment, seat, phase, commits, word, bits }, send) {
  const known = remembered(table) ?? (phase === "over" ? null : remembered(table, { commitment }));
  if (!known) return;
  if (known.commitment !== commitment) return void tell("other");
  if (!phase) return;
  const past = await import(script);
  const hash = (mine) => hex(past.sha256(new TextEncoder().encode([commitment, seat, mine.bits, mine.word].join("\n"))));
  const own = JSON.parse(commits)[seat];
  if (phase === "commit") {
    const chosen = typed();
    let mine = known;
    if (known.seat !== seat || chosen !== null)
      mine = remembered(table, { seat, bits: hex(crypto.getRandomValues(new Uint8Array(16))), word: clean(chosen ?? word) });
    if (own !== hash(mine)) await send("commit", { commit: hash(mine) });
  }
  if (phase === "reveal" && known.seat === seat && own === hash(known)) {
    // Whatever is committed to from now on comes too late: it would show at the end.
    remembered(table, { commits });
    if (await send("reveal", { contribution: known.bits, word: known.word })) remembered(table, { revealed: true });
  }
  if (phase === "over") {
    if (known.revealed && known.bits !== bits) return void tell("lost");
    if (known.revealed && known.commits !== commits) return void tell("late");
    tell("same", ...(known.revealed ? ["mine"] : []));
    past.check();
  }
}
