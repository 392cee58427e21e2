-- People sign in to the dashboard, and see what their servers asked for. Only digests of what opens it are stored.

CREATE TABLE sign_ins (
    id         TEXT PRIMARY KEY,
    hash       BLOB NOT NULL UNIQUE,
    tenant     TEXT REFERENCES tenants (id), -- NULL for the operator
    key        TEXT REFERENCES api_keys (id), -- NULL for the operator
    address    TEXT,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_ins_by_tenant ON sign_ins (tenant, created_ms);
CREATE INDEX sign_ins_expiring ON sign_ins (expires_ms);

-- Links that sign the operator in, each once: it is removed when it is used.
CREATE TABLE sign_in_links (
    hash       BLOB PRIMARY KEY,
    expires_ms INTEGER NOT NULL
) STRICT;

-- Requests with a key, without their bodies.
CREATE TABLE requests (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL,
    tenant      TEXT NOT NULL,
    mode        TEXT NOT NULL,
    key         TEXT NOT NULL,
    at_ms       INTEGER NOT NULL,
    method      TEXT NOT NULL,
    path        TEXT NOT NULL,
    status      INTEGER NOT NULL,
    error       TEXT,
    duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX requests_newest ON requests (tenant, mode, number);
CREATE INDEX requests_by_id ON requests (id);
CREATE INDEX requests_oldest ON requests (at_ms);
