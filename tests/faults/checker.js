// The checker: compares what clients were told with what the store holds, and with each other.

/** Events that change a room: each takes the next number. */
const CHANGES = new Set([
  'game:move:made',
  'game:over',
  'player:disconnected',
  'player:reconnected',
  'tictactoe:afk_warning',
  'tictactoe:afk_warning_cleared',
  'checkers:afk_warning',
  'checkers:afk_warning_cleared',
]);

/** Answers after which a client knows the room as it stands. */
const RESYNCS = new Set(['game:started', 'game:reconnected', 'game:spectate:joined']);

/** Refusals that a client may get when all is well: "not now", "not any more", "there is nothing". */
const HARMLESS = new Set([
  'already_waiting',
  'game_over', // the last move is shown before the end, and the next player may be quick
  'nothing_to_reconnect',
  'reconnect_expired',
  'token_expired',
  'unavailable',
  'unknown_room',
]);

/**
 * Judges journals by records, a map from rooms to `{ moves: [{ move, player }], result }`.
 * Gives the number of acknowledged moves and lists of sentences: what is lost, ended twice, never told, wrongly forfeited,
 * and other.
 */
export function judge(journals, records) {
  const verdict = { acknowledged: 0, lost: [], twice: [], untold: [], forfeits: [], other: [] };
  for (const journal of journals) {
    judgeMoves(journal, records, verdict);
    judgeEnds(journal, records, verdict);
    judgeTold(journal, records, verdict);
    judgeNumbers(journal, verdict);
    judgeRefusals(journal, verdict);
  }
  judgeAgreement(journals, verdict);
  for (const [room, record] of records) judgeRecord(room, record, verdict);
  return verdict;
}

/** A move that was acknowledged, or shown to anyone, is in the store at the same place. */
function judgeMoves(journal, records, verdict) {
  for (const { kind, name, room, ply, move } of journal) {
    const acknowledged = kind === 'acknowledged';
    if (acknowledged) verdict.acknowledged += 1;
    if (!acknowledged && name !== 'game:move:made') continue;
    const stored = records.get(room)?.moves[ply]?.move;
    if (stored !== move) {
      const told = acknowledged ? 'acknowledged' : 'shown';
      verdict.lost.push(`${room}: ${move} was ${told} as move ${ply}, the store holds ${stored}`);
    }
  }
}

/** Everyone hears the end that is stored, and nobody hears it twice in a row. */
function judgeEnds(journal, records, verdict) {
  const ended = new Set();
  for (const { kind, name, room, winner, reason } of journal) {
    if (kind === 'connected' || RESYNCS.has(name)) ended.clear();
    if (name !== 'game:over') continue;
    if (ended.has(room)) verdict.twice.push(`${room}: game:over came twice`);
    ended.add(room);
    const { result } = records.get(room) ?? {};
    if (result?.winner !== winner || result?.reason !== reason) {
      verdict.twice.push(`${room}: told ${winner} by ${reason}, the store holds ${JSON.stringify(result)}`);
    }
  }
}

/** Whoever plays a game hears its end, if need be after coming back; a token that has expired cannot come back. */
function judgeTold(journal, records, verdict) {
  if (journal.some(({ code }) => code === 'token_expired')) return;
  const rooms = (...names) => new Set(journal.filter(({ name }) => names.includes(name)).map(({ room }) => room));
  const told = rooms('game:over');
  for (const room of rooms('game:started', 'game:reconnected')) {
    const { result } = records.get(room) ?? {};
    if (result && !told.has(room)) verdict.untold.push(`${room}: a player never heard that ${result.winner} won by ${result.reason}`);
  }
}

/** Numbers go up by one, unless the client was brought up to date; and never back. */
function judgeNumbers(journal, verdict) {
  let last = new Map();
  const known = new Map();
  for (const { kind, name, room, seq } of journal) {
    if (kind === 'connected') last = new Map();
    if (kind !== 'heard' || room === undefined) continue;
    const resync = RESYNCS.has(name);
    if (resync && seq < known.get(room)) {
      verdict.other.push(`${room}: knew of ${known.get(room)} and was brought back to ${seq}`);
    }
    // A finished game repeats its end, under its number, to whoever asks again.
    const expected = name === 'game:over' && last.get(room) === seq ? seq : last.get(room) + 1;
    if (CHANGES.has(name) && seq !== expected) {
      verdict.other.push(`${room}: ${name} has the number ${seq} after ${last.get(room)}`);
    }
    if (resync || CHANGES.has(name)) {
      last.set(room, seq);
      known.set(room, Math.max(seq, known.get(room) ?? 0));
    }
  }
}

/** One number of a room stands for one event, for everyone and across restarts. */
function judgeAgreement(journals, verdict) {
  const events = new Map();
  for (const { name, room, seq, ply, move, winner, reason } of journals.flat()) {
    if (!CHANGES.has(name)) continue;
    const place = `${room} ${seq}`;
    const event = [name, ply, move, winner, reason].join(' ');
    if ((events.get(place) ?? event) !== event) verdict.other.push(`${place}: "${event}" and "${events.get(place)}"`);
    events.set(place, event);
  }
}

function judgeRefusals(journal, verdict) {
  for (const { kind, event, code, error } of journal) {
    if (kind === 'refused' && !HARMLESS.has(code)) verdict.other.push(`${event} was refused: ${code}, ${error}`);
  }
}

/** A game has ended, in turns, without a forfeit: nobody here stays away or thinks for long. */
function judgeRecord(room, record, verdict) {
  if (record === undefined) return void verdict.other.push(`${room}: the store does not know it`);
  const { moves, result } = record;
  if (!result) verdict.other.push(`${room}: stuck after ${moves.length} moves`);
  if (result?.reason === 'disconnect' || result?.reason === 'afk_timeout') {
    verdict.forfeits.push(`${room}: ${result.winner} won by ${result.reason}`);
  }
  const players = new Set(moves.map(({ player }, ply) => `${player} ${ply % 2}`));
  if (players.size > 2) verdict.other.push(`${room}: the turns do not alternate`);
  const cells = moves.filter(({ move }) => /^\d$/.test(move)).map(({ move }) => move);
  if (new Set(cells).size < cells.length) verdict.other.push(`${room}: a cell was played twice`);
}
