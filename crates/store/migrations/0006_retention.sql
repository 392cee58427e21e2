-- Finished rooms of one tenant are found by their age.
CREATE INDEX rooms_ended_of_tenant ON rooms (tenant, ended_ms) WHERE ended_ms IS NOT NULL;
