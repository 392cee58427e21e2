-- Players are shown by name on leaderboards.
ALTER TABLE ratings ADD COLUMN name TEXT NOT NULL DEFAULT '';
CREATE INDEX ratings_by_strength ON ratings (tenant, mode, game, variant, rating DESC);
