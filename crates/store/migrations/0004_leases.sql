-- A lease is told from a wait, so that a restarted server sends at once what was under way.
ALTER TABLE outbox ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
