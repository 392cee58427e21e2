-- A room that cannot be opened is set aside with the reason, and read no more until somebody has looked at it.
ALTER TABLE rooms ADD COLUMN broken TEXT;
CREATE INDEX rooms_set_aside ON rooms (created_ms) WHERE broken IS NOT NULL;
-- Since when the server was down, as long as nothing was stored about the room afterwards.
ALTER TABLE rooms ADD COLUMN stopped_ms INTEGER;
-- Running rooms are read in the order of their rows, so that a broken id stops nobody.
DROP INDEX rooms_unfinished;
CREATE INDEX rooms_running ON rooms (ended_ms) WHERE ended_ms IS NULL;
