-- The first schema: everything Parlour remembers. Times are milliseconds since 1970, JSON is text.

CREATE TABLE tenants (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    plan       TEXT NOT NULL,
    settings   TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id              TEXT PRIMARY KEY,
    tenant          TEXT NOT NULL REFERENCES tenants (id),
    mode            TEXT NOT NULL,
    prefix          TEXT NOT NULL,
    hash            BLOB NOT NULL UNIQUE,
    allowed_origins TEXT NOT NULL,
    created_ms      INTEGER NOT NULL,
    last_used_ms    INTEGER,
    expires_ms      INTEGER,
    revoked_ms      INTEGER
) STRICT;
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_tenant ON api_keys (tenant, created_ms);

CREATE TABLE sessions (
    id            TEXT PRIMARY KEY,
    tenant        TEXT NOT NULL,
    mode          TEXT NOT NULL,
    game          TEXT NOT NULL,
    variant       TEXT NOT NULL,
    match_type    TEXT NOT NULL,
    status        TEXT NOT NULL,
    players       TEXT NOT NULL,
    settings      TEXT NOT NULL,
    room          TEXT,
    room_code     TEXT,
    code_until_ms INTEGER,
    result        TEXT,
    created_ms    INTEGER NOT NULL,
    expires_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_newest ON sessions (tenant, mode, created_ms, id);
CREATE UNIQUE INDEX sessions_by_code ON sessions (tenant, room_code) WHERE room_code IS NOT NULL;
CREATE INDEX sessions_over ON sessions (created_ms) WHERE status IN ('ended', 'expired');
CREATE INDEX sessions_expiring ON sessions (expires_ms) WHERE status = 'pending';

CREATE TABLE session_counts (
    tenant   TEXT NOT NULL,
    mode     TEXT NOT NULL,
    month    TEXT NOT NULL,
    sessions INTEGER NOT NULL,
    PRIMARY KEY (tenant, mode, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE waiting (
    tenant    TEXT NOT NULL,
    mode      TEXT NOT NULL,
    game      TEXT NOT NULL,
    player    TEXT NOT NULL,
    variant   TEXT NOT NULL,
    joined_ms INTEGER NOT NULL,
    entry     TEXT NOT NULL,
    PRIMARY KEY (tenant, mode, game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
    id          TEXT PRIMARY KEY,
    tenant      TEXT NOT NULL,
    mode        TEXT NOT NULL,
    version     INTEGER NOT NULL,
    deadline_ms INTEGER,
    ended_ms    INTEGER,
    created_ms  INTEGER NOT NULL,
    snapshot    TEXT NOT NULL
) STRICT;
CREATE INDEX rooms_due ON rooms (deadline_ms) WHERE ended_ms IS NULL;
CREATE INDEX rooms_unfinished ON rooms (id) WHERE ended_ms IS NULL;
CREATE INDEX rooms_ended ON rooms (ended_ms) WHERE ended_ms IS NOT NULL;

CREATE TABLE events (
    room  TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    json  TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

-- One room is one game, so a second result of a room is refused.
CREATE TABLE results (
    room        TEXT PRIMARY KEY,
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
    record      TEXT NOT NULL,
    ended_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX results_newest ON results (tenant, mode, ended_ms, room);

CREATE TABLE ratings (
    tenant     TEXT NOT NULL,
    mode       TEXT NOT NULL,
    game       TEXT NOT NULL,
    variant    TEXT NOT NULL,
    player     TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    wins       INTEGER NOT NULL,
    draws      INTEGER NOT NULL,
    losses     INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant, mode, game, variant, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_endpoints (
    tenant          TEXT NOT NULL REFERENCES tenants (id),
    mode            TEXT NOT NULL,
    url             TEXT NOT NULL,
    secret          TEXT NOT NULL,
    previous_secret TEXT,
    previous_until_ms INTEGER,
    disabled_ms     INTEGER,
    disabled_reason TEXT,
    PRIMARY KEY (tenant, mode)
) STRICT, WITHOUT ROWID;

-- Only the earliest open event of a session has a next_ms: the later ones wait for it.
CREATE TABLE outbox (
    number       INTEGER PRIMARY KEY AUTOINCREMENT,
    id           TEXT NOT NULL UNIQUE,
    tenant       TEXT NOT NULL,
    mode         TEXT NOT NULL,
    session      TEXT NOT NULL,
    event        TEXT NOT NULL,
    body         TEXT NOT NULL,
    state        TEXT NOT NULL,
    attempts     INTEGER NOT NULL,
    next_ms      INTEGER,
    created_ms   INTEGER NOT NULL,
    settled_ms   INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (next_ms) WHERE next_ms IS NOT NULL;
CREATE INDEX outbox_open ON outbox (session, number) WHERE state = 'open';
CREATE INDEX outbox_newest ON outbox (tenant, mode, number);
CREATE INDEX outbox_settled ON outbox (settled_ms) WHERE settled_ms IS NOT NULL;

CREATE TABLE deliveries (
    outbox      INTEGER NOT NULL,
    attempt     INTEGER NOT NULL,
    at_ms       INTEGER NOT NULL,
    status      INTEGER,
    duration_ms INTEGER NOT NULL,
    error       TEXT,
    PRIMARY KEY (outbox, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
    tenant       TEXT NOT NULL,
    mode         TEXT NOT NULL,
    key          TEXT NOT NULL,
    request_hash BLOB NOT NULL,
    status       INTEGER,
    body         TEXT,
    claimed_ms   INTEGER NOT NULL,
    PRIMARY KEY (tenant, mode, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_oldest ON idempotency (claimed_ms);

CREATE TABLE audit (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant  TEXT NOT NULL,
    mode    TEXT NOT NULL,
    at_ms   INTEGER NOT NULL,
    actor   TEXT NOT NULL,
    action  TEXT NOT NULL,
    object  TEXT NOT NULL,
    address TEXT,
    outcome TEXT NOT NULL
) STRICT;
CREATE INDEX audit_newest ON audit (tenant, number);
CREATE INDEX audit_oldest ON audit (at_ms);

CREATE TABLE signing_keys (
    kid        TEXT PRIMARY KEY,
    secret     BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    retired_ms INTEGER
) STRICT;

CREATE TABLE heartbeats (
    node  TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL
) STRICT;
