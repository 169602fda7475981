-- Insights are made by a job: a closed tab loses nothing, and any process may go on with what another
-- one left. How many a user may still ask for today is counted in `rate_limits`, in the transaction
-- that makes the job.
CREATE TABLE insight_jobs (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    status        text NOT NULL DEFAULT 'queued'
                  CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    -- The watches and their keywords as they were when it was asked for, in the order of the work.
    watch_ids     uuid[] NOT NULL CHECK (cardinality(watch_ids) BETWEEN 1 AND 50),
    keywords      text[] NOT NULL,
    leased_until  timestamptz,
    -- Counted up with each claim and when it is cancelled: a part is stored under the number that its
    -- worker was given.
    fence         bigint NOT NULL DEFAULT 0,
    attempts      integer NOT NULL DEFAULT 0,
    reason        text,
    created_at    timestamptz NOT NULL,
    started_at    timestamptz,
    finished_at   timestamptz,
    CONSTRAINT insight_jobs_keywords_check CHECK (cardinality(keywords) = cardinality(watch_ids))
);

CREATE INDEX insight_jobs_unfinished ON insight_jobs (created_at) WHERE finished_at IS NULL;
CREATE INDEX insight_jobs_user_id_created_at ON insight_jobs (user_id, created_at DESC);

-- What is done of a job, so that who takes it over asks no language model a second time.
CREATE TABLE insight_parts (
    job_id    uuid NOT NULL REFERENCES insight_jobs (id) ON DELETE CASCADE,
    position  integer NOT NULL,
    part      jsonb NOT NULL,
    PRIMARY KEY (job_id, position)
);

-- The latest result of each user, until they clear it. It names posts by the forum's ids and holds
-- none of their texts: what goes from the forum goes from here.
CREATE TABLE insight_results (
    user_id       uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    job_id        uuid NOT NULL,
    generated_at  timestamptz NOT NULL,
    result        jsonb NOT NULL
);

CREATE INDEX insight_results_generated_at ON insight_results (generated_at);
