ALTER TABLE poll_plan
    DROP COLUMN width_names,
    DROP COLUMN width_complete,
    DROP COLUMN width_needed,
    DROP COLUMN width_since;
