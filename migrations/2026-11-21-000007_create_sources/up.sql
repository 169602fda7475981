-- The sources of items, the plan by which they are polled, and how far each has been read.

-- Answers to the question whether a subreddit exists, kept for as long as they are trusted.
CREATE TABLE subreddit_checks (
    name        text PRIMARY KEY CHECK (name = lower(name)),
    display     text NOT NULL,
    found       boolean NOT NULL,
    expires_at  timestamptz NOT NULL,
    -- The reason if it cannot be watched.
    reason      text CHECK (reason IN ('private', 'banned', 'not_found'))
);

-- The forum's answer for each subreddit that is watched: only a subreddit that can be read is polled. Names
-- that nobody has asked the forum about yet wait for their turn, so that a large number of made-up ones
-- delays nobody else's.
CREATE TABLE places (
    name           text PRIMARY KEY CHECK (name = lower(name)),
    -- `assumed` is polled without an answer, until it turns out to be unreadable.
    state          text NOT NULL CHECK (
        state IN ('unknown', 'assumed', 'ok', 'private', 'banned', 'missing')),
    since          timestamptz NOT NULL,
    is_watched     boolean NOT NULL DEFAULT true,
    -- The number of names that its owner had waiting when it was added: an owner with few is served first.
    turn           integer NOT NULL DEFAULT 0,
    checked_at     timestamptz,
    next_check_at  timestamptz NOT NULL,
    -- Answers in a row that it cannot be read: each makes the next wait longer.
    bad_checks     integer NOT NULL DEFAULT 0,
    -- A joined listing leaves out a member that has turned private, without notice. So all subreddits that
    -- are read are looked at together, a large number with one request, and also the private ones, for when
    -- they are back.
    looked_at      timestamptz NOT NULL DEFAULT 'epoch',
    -- When the forum last said that it can be read.
    readable_at    timestamptz,
    -- The number of users who watch it, as of the last plan.
    watchers       integer NOT NULL DEFAULT 1
);

CREATE INDEX places_to_check ON places (turn, next_check_at) WHERE is_watched;
CREATE INDEX places_by_look ON places (looked_at)
    WHERE is_watched AND state IN ('ok', 'assumed', 'private');

-- The state of the plan, in one row. `version` goes up in the transaction that changes which names are
-- polled, so that each process plans again.
CREATE TABLE poll_plan (
    is_only           boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version           bigint NOT NULL DEFAULT 0,
    -- When the rates of all places were last updated.
    rated_at          timestamptz,
    next_audit_at     timestamptz NOT NULL DEFAULT 'epoch',
    -- The requests per minute that looks at matched items need to keep the promise that removed items are
    -- removed here. They have this part of the request budget, and polls are planned for the rest. One
    -- process counts them every few minutes, and all processes use its count.
    looks_a_minute    double precision NOT NULL DEFAULT 0 CHECK (looks_a_minute >= 0),
    looks_counted_at  timestamptz,
    -- The number of days for which the budget pays looks, as of the same count: matched items are kept no
    -- longer than that, and no longer than ninety days.
    kept_days         integer NOT NULL DEFAULT 90 CHECK (kept_days BETWEEN 1 AND 90),
    -- The number of names that a joined listing may have, and its evidence: the audits of members that found
    -- nothing missing since it changed, and the number of audits after which more names are allowed.
    width_names       integer NOT NULL DEFAULT 100 CHECK (width_names > 0),
    width_complete    integer NOT NULL DEFAULT 0 CHECK (width_complete >= 0),
    width_needed      integer NOT NULL DEFAULT 24 CHECK (width_needed > 0),
    width_since       timestamptz NOT NULL DEFAULT now(),
    -- When the next plan moves subreddits to other listings; null if it does not. Until then the listings
    -- that lose some are read once more, so that the others need not reach far back.
    moves_at          timestamptz
);

INSERT INTO poll_plan DEFAULT VALUES;

-- One row for each listing of the forum. The newest ids of the last page are the watermark on which the next
-- poll must land. A poll is leased, so that any number of processes share the work.
CREATE TABLE poll_state (
    listing       text PRIMARY KEY,
    known_ids     text[] NOT NULL DEFAULT '{}',
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    fence         bigint NOT NULL DEFAULT 0,
    polled_at     timestamptz,
    failures      integer NOT NULL DEFAULT 0,
    last_error    text,
    items_seen    bigint NOT NULL DEFAULT 0,
    -- The subreddits of the listing when it was last read: a name that is new to it has no watermark yet, and
    -- is read by itself once.
    names         text[] NOT NULL DEFAULT '{}',
    -- When `next_poll_at` and the lease were set. If this lies in the future, it was set by a clock that has
    -- been set back since, and neither is valid any more.
    scheduled_at  timestamptz,
    -- When the forum last returned a page of a poll that continued from there, so that a long poll is not
    -- taken for a forum that does not answer.
    answered_at   timestamptz,
    -- When the last poll failed. Null after a success.
    failed_at     timestamptz,
    -- One process makes the plan and all follow it: the subreddits of each listing, and the time between two
    -- polls. A listing without subreddits is not read.
    planned       text[] NOT NULL DEFAULT '{}',
    interval_ms   bigint NOT NULL DEFAULT 5000 CHECK (interval_ms > 0)
);

-- The requests to a forum, counted for all processes that use the same credentials. `account` is the SHA-256
-- of the API's address and the client's id.
CREATE TABLE request_budgets (
    account         bytea PRIMARY KEY CHECK (octet_length(account) = 32),
    -- The forum's last report on its window: all requests of the window, the requests that are left, and its
    -- end.
    reported_most   double precision,
    reported_left   double precision,
    reported_until  timestamptz,
    -- The forum asked for no requests until then.
    silent_until    timestamptz
);

-- The requests of the last ten minutes, by second. The next request deletes older rows.
CREATE TABLE requests_made (
    account   bytea NOT NULL REFERENCES request_budgets (account) ON DELETE CASCADE,
    made_at   timestamptz NOT NULL,
    priority  text NOT NULL CHECK (
        priority IN ('person', 'poll', 'fill', 'sweep', 'verify', 'check')),
    requests  integer NOT NULL,
    PRIMARY KEY (account, made_at, priority)
);

-- Whether a place is a site of its own, or lies in one, and is no subreddit: the same as `is_subreddit` of
-- the matcher, negated. A new site is added here.
CREATE FUNCTION is_site(place text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(place) IN ('news.ycombinator.com', 'bsky.app', 'join-lemmy.org')
    OR lower(place) LIKE 'feed/%' OR lower(place) LIKE 'c/%@%';

-- The place by which the coverage knows a place: that of the site which is read as a whole, if it lies in
-- one. The same as `Site::of` of the matcher.
CREATE FUNCTION read_as(place text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN lower(place) LIKE 'c/%@%' THEN 'join-lemmy.org' ELSE lower(place) END;

-- How far a source has been read whose ids or event times increase. The first read makes the row.
CREATE TABLE sequences (
    source        text PRIMARY KEY CHECK (source IN ('hacker_news', 'bluesky')),
    -- The place of all its items, as items and the coverage name it.
    place         text NOT NULL,
    -- All ids up to this one were asked for; those that did not exist yet wait in `sequence_waiting`. For a
    -- stream it is the time of the last event, in microseconds since 1970.
    read_to       bigint NOT NULL,
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence         bigint NOT NULL DEFAULT 0,
    -- The beginning of the last poll that reached the last id.
    polled_at     timestamptz,
    -- Failures since the last successful poll.
    failures      integer NOT NULL DEFAULT 0,
    last_error    text
);

-- Ids that had no item when they were asked for.
CREATE TABLE sequence_waiting (
    source        text NOT NULL REFERENCES sequences ON DELETE CASCADE,
    id            bigint NOT NULL,
    since         timestamptz NOT NULL,
    looks         integer NOT NULL,
    -- Null once it is given up: the item counts as unavailable.
    next_look_at  timestamptz,
    PRIMARY KEY (source, id)
);

CREATE INDEX sequence_waiting_due ON sequence_waiting (source, next_look_at)
    WHERE next_look_at IS NOT NULL;

-- Instances of Lemmy that are read, each by one process at a time. The first read makes the row.
CREATE TABLE lemmy_instances (
    address       text PRIMARY KEY CHECK (length(address) <= 2000),
    next_poll_at  timestamptz NOT NULL,
    leased_until  timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence         bigint NOT NULL DEFAULT 0,
    -- The beginning of the last successful poll: all that was listed until then was read.
    polled_at     timestamptz,
    -- Failures since then.
    failures      integer NOT NULL DEFAULT 0,
    last_error    text
);

-- Hosts that feeds are read from: none is sent two requests at once, nor one shortly after another. The host
-- that is free and has something due is found first, and then the first feed of it, so that the search does
-- not read all due feeds of hosts that must wait.
CREATE TABLE feed_hosts (
    host     text PRIMARY KEY,
    -- Until then nobody sends a request to it.
    free_at  timestamptz NOT NULL,
    -- When the first of its feeds is due, or an earlier time: a process that finds none due then corrects it.
    -- Null if none will be due.
    due_at   timestamptz,
    next_at  timestamptz
        GENERATED ALWAYS AS (CASE WHEN due_at IS NOT NULL THEN greatest(free_at, due_at) END) STORED
);

CREATE INDEX feed_hosts_next ON feed_hosts (next_at) WHERE next_at IS NOT NULL;

-- Feeds, each once however many users follow it. An address may contain a secret: it is shown only to users
-- who follow the feed, and never logged.
CREATE TABLE feeds (
    id                uuid PRIMARY KEY,
    -- The place of its entries, as items and watches name it. It stays the same when the feed moves.
    place             text NOT NULL UNIQUE
                      CHECK (place = lower(place) AND length(place) <= 100),
    -- The address that the place was made from, and the feed's present address.
    origin            text NOT NULL UNIQUE CHECK (length(origin) <= 2000),
    address           text NOT NULL UNIQUE CHECK (length(address) <= 2000),
    host              text NOT NULL REFERENCES feed_hosts,
    title             text NOT NULL DEFAULT '',
    site              text NOT NULL DEFAULT '',
    created_at        timestamptz NOT NULL,
    etag              text,
    last_modified     text,
    -- Eight bytes for each entry that was read, those of the last document first.
    known             bytea NOT NULL DEFAULT '',
    -- Null once the server has said that the feed is gone for good.
    next_poll_at      timestamptz,
    leased_until      timestamptz,
    -- Goes up with each claim; only the holder of the newest one may write the outcome.
    fence             bigint NOT NULL DEFAULT 0,
    -- The beginning of the last successful poll.
    polled_at         timestamptz,
    -- Failures since then.
    failures          integer NOT NULL DEFAULT 0,
    last_error        text,
    interval_seconds  integer NOT NULL CHECK (interval_seconds BETWEEN 300 AND 21600),
    polls             bigint NOT NULL DEFAULT 0,
    -- The polls that brought nothing new.
    unchanged         bigint NOT NULL DEFAULT 0,
    items             bigint NOT NULL DEFAULT 0,
    -- Eight bytes for the link and title of each entry of the last document: some servers give their entries
    -- other ids with each response.
    known_titles      bytea NOT NULL DEFAULT ''
);

CREATE INDEX feeds_due_at_host ON feeds (host, next_poll_at);

-- No feed is due before its host. The row is written even if its time is early enough: it may be locked by a
-- process that has not seen this feed and is about to put off the host.
CREATE FUNCTION hasten_feed_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE feed_hosts SET due_at = least(due_at, NEW.next_poll_at) WHERE host = NEW.host;
    RETURN NULL;
END $$;

CREATE TRIGGER hasten_host AFTER INSERT OR UPDATE OF next_poll_at, host ON feeds
    FOR EACH ROW WHEN (NEW.next_poll_at IS NOT NULL) EXECUTE FUNCTION hasten_feed_host();

CREATE TABLE user_feeds (
    user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    feed_id   uuid NOT NULL REFERENCES feeds,
    added_at  timestamptz NOT NULL,
    PRIMARY KEY (user_id, feed_id)
);

CREATE INDEX user_feeds_feed ON user_feeds (feed_id);

-- Sites that were chosen on the setup page, by their places: they are read unless the configuration says
-- whether they are.
CREATE TABLE chosen_sites (
    place      text PRIMARY KEY CHECK (length(place) <= 100),
    chosen_at  timestamptz NOT NULL
);
