-- What is asked of a forum, counted for all processes that ask with the same credentials. `account` is the
-- SHA-256 of the API's address and the client's id.
CREATE TABLE request_budgets (
    account         bytea PRIMARY KEY CHECK (octet_length(account) = 32),
    -- What the forum said last of its window: requests used and left, requests left, and when it ends.
    reported_most   double precision,
    reported_left   double precision,
    reported_until  timestamptz,
    -- The forum asked to be left alone until then.
    silent_until    timestamptz
);

-- Of the last ten minutes, by second; what is older goes with the next request.
CREATE TABLE requests_made (
    account   bytea NOT NULL REFERENCES request_budgets (account) ON DELETE CASCADE,
    made_at   timestamptz NOT NULL,
    priority  text NOT NULL CHECK (
        priority IN ('person', 'poll', 'fill', 'sweep', 'verify', 'check')),
    requests  integer NOT NULL,
    PRIMARY KEY (account, made_at, priority)
);
