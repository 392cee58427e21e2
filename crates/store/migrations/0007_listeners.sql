-- Who listens to the events of a tenant as they happen, and until when it need not say so again.
CREATE TABLE webhook_listeners (
    tenant   TEXT NOT NULL,
    mode     TEXT NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant, mode)
) STRICT, WITHOUT ROWID;
