-- The processes of this instance, for the page for administrators. Each writes its row every few seconds, and deletes it
-- when it stops; one that was killed is seen no more, and its row goes with the clean-up.
CREATE TABLE processes (
    id            uuid PRIMARY KEY,
    version       text NOT NULL CHECK (length(version) <= 100),
    serves_api    boolean NOT NULL,
    ingests       boolean NOT NULL,
    delivers      boolean NOT NULL,
    started_at    timestamptz NOT NULL,
    seen_at       timestamptz NOT NULL
);
