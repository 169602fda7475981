-- Sites that were chosen on the setup page, by their places: they are read where the configuration does not say
-- whether they are.
CREATE TABLE chosen_sites (
    place      text PRIMARY KEY CHECK (length(place) <= 100),
    chosen_at  timestamptz NOT NULL
);

-- What the links to the setup page hold, hashed. Whoever starts the server sees them; the first one that is used
-- ends all.
CREATE TABLE setup_keys (
    token_hash  bytea PRIMARY KEY,
    created_at  timestamptz NOT NULL
);
