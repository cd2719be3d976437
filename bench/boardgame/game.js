// A game about as large as Claim It!, written for boardgame.io: a board of 36 spaces, three dice and
// six squatters. Like our views, its state lists the legal moves, so that any client can play it.
const SPACES = 36;

function setup() {
  return {
    stage: "begin",
    dice: [],
    owners: Array(SPACES).fill(null),
    claimed: Array(SPACES).fill(false),
    squatted: Array(SPACES).fill(false),
    capped: Array(SPACES).fill(false),
    squatters: Array(6).fill(-1),
    legal: ["roll"],
  };
}

const space = (across, down) => 6 * (down - 1) + across - 1;

/** Where a roll can be placed: two dice name the space, the third the squatter. */
function placements(G, player) {
  const found = new Set();
  for (const [i, j, k] of [[0, 1, 2], [0, 2, 1], [1, 2, 0]]) {
    const [a, b, third] = [G.dice[i], G.dice[j], G.dice[k]];
    for (const at of [space(a, b), space(b, a)]) {
      if (G.claimed[at] || G.capped[at]) continue;
      if (G.owners[at] === player || G.squatted[at] || G.squatters[third - 1] < 0) found.add(at);
    }
  }
  return [...found];
}

function begin(G) {
  G.stage = "begin";
  G.dice = [];
  G.squatted.fill(false);
  G.capped.fill(false);
  G.squatters.fill(-1);
  G.legal = ["roll"];
}

const moves = {
  roll({ G, ctx, events, random }) {
    if (!G.legal.includes("roll")) return "INVALID_MOVE";
    G.dice = random.D6(3);
    const open = placements(G, ctx.currentPlayer);
    if (open.length) {
      G.stage = "place";
      G.legal = open.map(String);
    } else {
      begin(G);
      events.endTurn();
    }
  },
  place({ G, ctx }, at) {
    if (!G.legal.includes(String(at))) return "INVALID_MOVE";
    if (G.owners[at] === ctx.currentPlayer || G.squatted[at]) {
      G.capped[at] = true;
    } else {
      G.squatters[G.dice.reduce((a, b) => a + b) - (at % 6) - Math.floor(at / 6) - 3] = at;
      G.squatted[at] = true;
    }
    G.stage = "decide";
    G.legal = ["roll", "stop"];
  },
  stop({ G, ctx, events }) {
    if (!G.legal.includes("stop")) return "INVALID_MOVE";
    for (let at = 0; at < SPACES; at++) {
      if (G.squatted[at] || G.capped[at]) G.owners[at] = ctx.currentPlayer;
      if (G.capped[at]) G.claimed[at] = true;
    }
    if (G.claimed.filter(Boolean).length > 24) Object.assign(G, setup()); // start over
    else begin(G);
    events.endTurn();
  },
};

module.exports = { name: "claims", setup: () => setup(), moves, minPlayers: 2, maxPlayers: 5 };
