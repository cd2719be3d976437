// boardgame.io's own server, started as its documentation says: in memory. It exits when its input ends.
const { Server } = require("boardgame.io/server");
const game = require("./game");

const server = Server({ games: [game], origins: [] });
server.run({ port: 0 }).then(({ appServer }) => {
  const { port } = appServer.address();
  const { version } = require("boardgame.io/package.json");
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, version, node: process.version }));
});
process.stdin.on("end", () => process.exit(0)).resume();
