// The server of npm `boardgame.io` with the game of its tutorial: tic-tac-toe, with its state in memory.

const { INVALID_MOVE } = require('boardgame.io/core');
const { Server, Origins } = require('boardgame.io/server');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE;
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const isWon = ([one, two, three]) => G.cells[one] !== null && G.cells[one] === G.cells[two] && G.cells[two] === G.cells[three];
    if (LINES.some(isWon)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
// It has no setting for the address and would listen on all of them.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, listening) => listen(port, '127.0.0.1', listening);
server.run(0).then(({ appServer }) => {
  const { address, port } = appServer.address();
  console.log(`listens on ${address}:${port}`);
});
