-- Several nodes on one database.

-- The nodes that are alive, by the clock of the database. A place has one node: a new one there follows one that is dead.
CREATE TABLE nodes (
    id    text COLLATE "C" PRIMARY KEY,
    place text NOT NULL,
    at_ms bigint NOT NULL
);

-- The cluster: when a node was alive last, and how far room time lags behind the clock of the database, which is the time in which
-- no node was alive.
CREATE TABLE cluster (
    is_one boolean PRIMARY KEY CHECK (is_one),
    secret text NOT NULL,
    at_ms  bigint NOT NULL,
    lag_ms bigint NOT NULL
);

-- The node that wakes a room and thinks for its bots; NULL if a single server had it. When the room must be woken at the latest,
-- in room time.
ALTER TABLE running ADD COLUMN node text COLLATE "C", ADD COLUMN wake_ms bigint;
CREATE INDEX running_by_node ON running (node);
CREATE INDEX running_due ON running (wake_ms) WHERE wake_ms IS NOT NULL;

-- The rooms of every player, so that each node finds them. A player has one running game at a time.
CREATE TABLE seats (
    room       bigint NOT NULL, -- rooms.number
    tenant     text COLLATE "C" NOT NULL,
    mode       text COLLATE "C" NOT NULL,
    game       text COLLATE "C" NOT NULL,
    player     text COLLATE "C" NOT NULL,
    session    text COLLATE "C",
    is_running boolean NOT NULL DEFAULT true,
    PRIMARY KEY (room, player)
);
CREATE UNIQUE INDEX seats_running ON seats (tenant, mode, game, player) WHERE is_running;
CREATE INDEX seats_of_player ON seats (tenant, mode, game, player, room);

-- The node that delivers an event.
ALTER TABLE outbox ADD COLUMN holder text COLLATE "C"
