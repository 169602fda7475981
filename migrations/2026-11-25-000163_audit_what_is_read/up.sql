-- Now and then a subreddit's own listing is compared with what is stored of it.
CREATE TABLE coverage_audits (
    id          uuid PRIMARY KEY,
    place       text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('post', 'comment')),
    audited_at  timestamptz NOT NULL,
    -- Items that were old enough to have been read and young enough to be known.
    items       integer NOT NULL CHECK (items >= 0),
    missing     integer NOT NULL CHECK (missing BETWEEN 0 AND items)
);

CREATE INDEX coverage_audits_by_place ON coverage_audits (place, kind, audited_at);
CREATE INDEX coverage_audits_by_time ON coverage_audits (audited_at);

ALTER TABLE poll_plan ADD COLUMN next_audit_at timestamptz NOT NULL DEFAULT 'epoch';
