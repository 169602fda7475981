-- Comments name the posts they belong to: up to when those on posts of a gap were looked through, and how
-- many times the forum was asked for such posts.
ALTER TABLE coverage_gaps
    ADD COLUMN threads_until  timestamptz,
    ADD COLUMN thread_asks    integer NOT NULL DEFAULT 0 CHECK (thread_asks >= 0);
