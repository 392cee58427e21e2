// The checker: compares what clients received with what the store holds, and with each other.

/** Events that change a room: each takes the next sequence number. */
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

/** Answers after which a client knows the current state of the room. */
const RESYNCS = new Set(['game:started', 'game:reconnected', 'game:spectate:joined']);

/** Refusals that a client may get in normal operation: "not now", "no longer", "nothing there". */
const HARMLESS = new Set([
  'already_waiting',
  'game_over', // the last move is sent before the end, and the next player may be quick
  'nothing_to_reconnect',
  'reconnect_expired',
  'token_expired',
  'unavailable',
  'unknown_room',
]);

/**
 * Judges journals by records, a map from rooms to `{ moves: [{ move, player }], result }`. Returns the number of acknowledged
 * moves and lists of sentences: lost, made twice, ended twice, never told, wrongly forfeited, and other.
 */
export function judge(journals, records) {
  const verdict = { acknowledged: 0, lost: [], repeated: [], twice: [], untold: [], forfeits: [], other: [] };
  for (const journal of journals) {
    judgeMoves(journal, records, verdict);
    judgeEnds(journal, records, verdict);
    judgeTold(journal, records, verdict);
    judgeNumbers(journal, verdict);
    judgeRefusals(journal, verdict);
  }
  judgeAgreement(journals, verdict);
  judgeSent(journals, records, verdict);
  for (const [room, record] of records) judgeRecord(room, record, journals, verdict);
  return verdict;
}

/** A move that was acknowledged, or shown to anyone, is in the store at the same position. */
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

/** Everyone receives the stored end, and no one receives it twice in a row. */
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

/** Every player receives the end of their game, if necessary after reconnecting; an expired token cannot reconnect. */
function judgeTold(journal, records, verdict) {
  if (journal.some(({ code }) => code === 'token_expired')) return;
  const rooms = (...names) => new Set(journal.filter(({ name }) => names.includes(name)).map(({ room }) => room));
  const told = rooms('game:over');
  for (const room of rooms('game:started', 'game:reconnected')) {
    const { result } = records.get(room) ?? {};
    if (result && !told.has(room)) verdict.untold.push(`${room}: a player never heard that ${result.winner} won by ${result.reason}`);
  }
}

/** Sequence numbers go up by one, unless the client was resynchronized, and never down. */
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
    // A finished game repeats its end with the same number to clients that ask again.
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

/** One sequence number of a room stands for one event, for everyone and across restarts. */
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

/** A stored move was sent by its player for that position; a move that was stored again stands where nobody sent it. */
function judgeSent(journals, records, verdict) {
  const sent = new Set(journals.flat().filter(({ kind }) => kind === 'sent').map(({ room, ply, move }) => `${room} ${ply} ${move}`));
  for (const [room, record] of records) {
    for (const [ply, { move }] of (record?.moves ?? []).entries()) {
      if (!sent.has(`${room} ${ply} ${move}`)) verdict.repeated.push(`${room}: nobody sent ${move} as move ${ply}`);
    }
  }
}

/** What each client of a room did and heard last. */
export function stories(room, journals) {
  return journals.filter((journal) => journal.some((entry) => entry.room === room)).map(story).join('');
}

/** The last entries of a journal, each with the seconds before the last one. */
export function story(journal) {
  const end = journal.at(-1)?.at;
  const words = ({ at, kind, name, event, code, reason, ply }) =>
    [`-${((end - at) / 1000).toFixed(1)} s`, kind, name ?? event ?? reason, code, ply].filter((word) => word !== undefined).join(' ');
  return `\n    ${journal.slice(-24).map(words).join(', ')}`;
}

function judgeRefusals(journal, verdict) {
  for (const [place, { kind, event, code, error }] of journal.entries()) {
    const isHarmless = HARMLESS.has(code) || (code === 'taken_over' && getsSeatBack(journal.slice(place + 1)));
    if (kind === 'refused' && !isHarmless) verdict.other.push(`${event} was refused: ${code}, ${error}`);
  }
}

/**
 * Whether a client gets back the seat that a connection of its own took which was about to close and was heard last: with the connection it
 * has, unless that is lost, too, or the game is over.
 */
function getsSeatBack(later) {
  return later.some(({ kind, name }) => kind === 'lost' || name === 'game:reconnected' || name === 'game:over');
}

/** A game has ended, with alternating moves and without a forfeit: no one here is away or idle for long. */
function judgeRecord(room, record, journals, verdict) {
  if (record === undefined) {
    const entries = journals.flat().filter((entry) => entry.room === room);
    const names = [...new Set(entries.map(({ kind, name }) => name ?? kind))];
    return void verdict.other.push(`${room}: the store does not know it, clients have it from ${names.join(', ')}`);
  }
  const { moves, result } = record;
  if (!result) verdict.other.push(`${room}: stuck after ${moves.length} moves`);
  if (result?.reason === 'disconnect' || result?.reason === 'afk_timeout') {
    verdict.forfeits.push(`${room}: ${result.winner} won by ${result.reason}${stories(room, journals)}`);
  }
  const players = new Set(moves.map(({ player }, ply) => `${player} ${ply % 2}`));
  if (players.size > 2) verdict.repeated.push(`${room}: the turns do not alternate`);
  const cells = moves.filter(({ move }) => /^\d$/.test(move)).map(({ move }) => move);
  if (new Set(cells).size < cells.length) verdict.repeated.push(`${room}: a cell was played twice`);
}
