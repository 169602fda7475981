ALTER TABLE coverage_gaps
    DROP COLUMN threads_until,
    DROP COLUMN thread_asks;
