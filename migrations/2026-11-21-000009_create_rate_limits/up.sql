-- Counters of attempts in fixed windows: shared by all processes and kept over a restart. The key is
-- a hash, so that no address of a person or a machine is stored.
CREATE TABLE rate_limits (
    class         text NOT NULL,
    key_hash      bytea NOT NULL,
    window_start  timestamptz NOT NULL,
    count         integer NOT NULL,
    PRIMARY KEY (class, key_hash, window_start)
);

CREATE INDEX rate_limits_window_start ON rate_limits (window_start);
