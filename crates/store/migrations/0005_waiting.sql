-- A session whose player waits for an opponent does not expire.
ALTER TABLE waiting ADD COLUMN session TEXT;
CREATE INDEX waiting_by_session ON waiting (session) WHERE session IS NOT NULL;
