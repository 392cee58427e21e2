-- A room is a log: its events are appended to one journal in the order of time, snapshots are rare, deadlines are
-- computed and not stored.

ALTER TABLE rooms RENAME TO old_rooms;
DROP INDEX rooms_set_aside;

-- Insert-only apart from broken. Ids begin with the time, so that new ones go to the end of their index.
CREATE TABLE rooms (
    number     INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    tenant     TEXT NOT NULL,
    mode       TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    broken     TEXT
) STRICT;
CREATE INDEX rooms_set_aside ON rooms (created_ms) WHERE broken IS NOT NULL;

-- Every event of a room, from its opening with seq 1. The events of a room are found from its head, each by the one
-- after it: an index would be changed in many places by every batch.
CREATE TABLE journal (
    number   INTEGER PRIMARY KEY,
    room     INTEGER NOT NULL, -- rooms.number
    seq      INTEGER NOT NULL,
    previous INTEGER,          -- the number of the event before it in the same room
    event    TEXT NOT NULL     -- JSON, with its time
) STRICT;

-- The newest event of every room, and its result. Appending changes seq by one: that is the version check.
CREATE TABLE heads (
    room   INTEGER PRIMARY KEY, -- rooms.number
    seq    INTEGER NOT NULL,    -- 0 without a log
    last   INTEGER,             -- journal.number; NULL if the log has no events, only a snapshot
    result INTEGER              -- results.number; NULL if the game is not over
) STRICT;

-- Rooms whose game is not over. Apart from rooms, so that the end of a game changes few pages.
CREATE TABLE running (
    room INTEGER PRIMARY KEY -- rooms.number
) STRICT;

-- A room after the event with this seq; only the events after it are needed to restore the room.
CREATE TABLE snapshots (
    room     INTEGER PRIMARY KEY, -- rooms.number
    seq      INTEGER NOT NULL,
    snapshot TEXT NOT NULL
) STRICT;

-- Every game that ended has a result. Its number begins with the time of the end, so that results are in that order
-- without another index: 2^20 * ended_ms, and more if several games ended in one millisecond.
ALTER TABLE results RENAME TO old_results;
DROP INDEX results_newest;
CREATE TABLE results (
    number      INTEGER PRIMARY KEY,
    room        INTEGER NOT NULL, -- rooms.number; found by heads.result
    tenant      TEXT NOT NULL,
    mode        TEXT NOT NULL,
    session     TEXT,
    game        TEXT NOT NULL,
    variant     TEXT NOT NULL,
    players     TEXT NOT NULL,
    winner      TEXT,
    reason      TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    move_count  INTEGER NOT NULL,
    record      TEXT, -- JSON; NULL where the log gives it
    ended_ms    INTEGER NOT NULL
) STRICT;

-- A room that ended without a result is set aside: when it ended cannot be read.
INSERT INTO rooms (number, id, tenant, mode, created_ms, broken)
    SELECT rowid, id, tenant, mode, created_ms, CASE
        WHEN broken IS NULL AND ended_ms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM old_results WHERE room = id)
        THEN 'its game is over and has no result' ELSE broken END
    FROM old_rooms ORDER BY rowid;
-- A result whose room was removed keeps a room without a log.
INSERT INTO rooms (id, tenant, mode, created_ms)
    SELECT room, tenant, mode, ended_ms - duration_ms FROM old_results WHERE true ON CONFLICT DO NOTHING;
INSERT INTO results
    SELECT 1048576 * ended_ms + row_number() OVER (PARTITION BY ended_ms ORDER BY old_results.rowid) - 1,
        rooms.number, old_results.tenant, old_results.mode, session, game, variant, players, winner, reason,
        duration_ms, move_count, record, ended_ms
    FROM old_results JOIN rooms ON rooms.id = old_results.room ORDER BY 1;
INSERT INTO running (room)
    SELECT rowid FROM old_rooms
    WHERE ended_ms IS NULL OR NOT EXISTS (SELECT 1 FROM old_results WHERE room = id) ORDER BY rowid;
INSERT INTO snapshots (room, seq, snapshot) SELECT rowid, version, snapshot FROM old_rooms ORDER BY rowid;
-- Since when the server was down becomes an event.
INSERT INTO journal (room, seq, event)
    SELECT rowid, version + 1, '[' || stopped_ms || ',0,{"restarted":{"down_since":' || stopped_ms || '}}]'
    FROM old_rooms WHERE stopped_ms IS NOT NULL AND ended_ms IS NULL AND broken IS NULL ORDER BY rowid;
INSERT INTO heads (room, seq)
    SELECT number, coalesce(seq, 0) FROM rooms LEFT JOIN snapshots ON room = number ORDER BY number;
UPDATE heads SET seq = journal.seq, last = journal.number FROM journal WHERE journal.room = heads.room;
UPDATE heads SET result = results.number FROM results WHERE results.room = heads.room;
DROP TABLE old_results;
DROP TABLE old_rooms;
DROP TABLE events;
