// A relay on npm `socket.io`: no rules but the end of a game, no store; messages as large as our server's.

import { createServer } from 'node:http';
import { Server } from 'socket.io';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const MARKS = ['X', 'O'];

const http = createServer();
const players = new Server(http, { transports: ['websocket'], serveClient: false }).of('/tictactoe');
const rooms = new Map();
let waiting = null;
let ids = 0;

players.on('connection', (socket) => {
  socket.on('matchmaking:join', ({ username }, ack) => {
    ids += 1;
    const number = ids.toString(16);
    const player = { socket, id: `${number.padStart(8, '0')}-0000-4000-8000-${number.padStart(12, '0')}`, username };
    ack?.({ ok: true });
    if (waiting) {
      open([waiting, player]);
      waiting = null;
    } else {
      waiting = player;
      socket.emit('matchmaking:waiting', { playerId: player.id, position: 1 });
    }
  });

  socket.on('game:move', ({ roomId, playerId, position }, ack) => {
    const room = rooms.get(roomId);
    if (!room) return ack?.({ ok: false, error: 'there is no such room' });
    play(room, playerId, position);
    ack?.({ ok: true, roomId, seq: room.seq, ply: room.moves.length });
  });

  socket.on('game:rematch', ({ roomId, playerId }, ack) => {
    const room = rooms.get(roomId);
    if (!room) return ack?.({ ok: false, error: 'there is no such room' });
    room.seq += 1;
    players.to(roomId).emit('game:rematch:offered', { roomId, seq: room.seq, playerId });
    ack?.({ ok: true, roomId, seq: room.seq });
    room.rematches.add(playerId);
    if (room.rematches.size === 2) {
      rooms.delete(roomId);
      for (const { socket } of room.players) socket.leave(roomId);
      open([room.players[1], room.players[0]]); // a rematch swaps seats
    }
  });
});

function open(two) {
  ids += 1;
  const roomId = `room_${String(ids).padStart(22, '0')}`;
  const reconnectToken = String(ids).padStart(44, '0');
  const room = { roomId, players: two, board: Array(9).fill(null), moves: [], seq: 1, rematches: new Set() };
  rooms.set(roomId, room);
  const seats = two.map(({ id, username }, index) => ({
    id, username, displayName: username, isBot: false, connected: true, mark: MARKS[index],
  }));
  two.forEach(({ socket, id }, index) => {
    socket.join(roomId);
    socket.emit('game:started', {
      roomId, seq: 1, playerId: id, mark: MARKS[index], players: seats, board: room.board, currentTurn: 0,
      afkTimeoutEnabled: true, afkTimeoutSeconds: 60, afkWarnSeconds: 20, variant: 'classic', reconnectToken,
    });
  });
}

function play(room, playerId, position) {
  const { roomId, board, moves } = room;
  const mark = MARKS[moves.length % 2];
  board[position] = mark;
  moves.push({ position, mark, playerId, timestamp: Date.now() });
  room.seq += 1;
  const currentTurn = moves.length % 2;
  players.to(roomId).emit('game:move:made', { roomId, seq: room.seq, position, mark, board, currentTurn, moveHistory: moves });
  const winningLine = LINES.find(([one, two, three]) => board[one] && board[one] === board[two] && board[two] === board[three]) ?? null;
  if (!winningLine && moves.length < 9) return;
  room.seq += 1;
  const [winner, reason] = winningLine ? [playerId, 'victory'] : [null, 'draw'];
  players.to(roomId).emit('game:over', { roomId, seq: room.seq, winner, reason, winningLine });
}

http.listen(0, '127.0.0.1', () => console.log(`listens on 127.0.0.1:${http.address().port}`));
