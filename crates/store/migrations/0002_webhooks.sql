-- Endpoints choose their events; attempts have names of their own and are listed in the order they were made.

-- The names of the events an endpoint wants, as JSON; an empty list means all.
ALTER TABLE webhook_endpoints ADD COLUMN events TEXT NOT NULL DEFAULT '[]';

CREATE TABLE attempts (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    tenant      TEXT NOT NULL,
    mode        TEXT NOT NULL,
    outbox      INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,
    status      INTEGER,
    duration_ms INTEGER NOT NULL,
    error       TEXT
) STRICT;
INSERT INTO attempts (id, tenant, mode, outbox, attempt, at_ms, status, duration_ms, error)
    SELECT outbox.id || '.' || attempt, tenant, mode, outbox, attempt, at_ms, status, duration_ms, error
    FROM deliveries JOIN outbox ON outbox.number = deliveries.outbox ORDER BY at_ms;
DROP TABLE deliveries;
ALTER TABLE attempts RENAME TO deliveries;
CREATE INDEX deliveries_of_event ON deliveries (outbox, attempt);
CREATE INDEX deliveries_newest ON deliveries (tenant, mode, number);
