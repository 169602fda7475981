-- How many names a joined listing may have, and what that was learned from: audits of members that found
-- nothing missing since it changed, and after how many more names are allowed.
ALTER TABLE poll_plan
    ADD COLUMN width_names     integer NOT NULL DEFAULT 100 CHECK (width_names > 0),
    ADD COLUMN width_complete  integer NOT NULL DEFAULT 0 CHECK (width_complete >= 0),
    ADD COLUMN width_needed    integer NOT NULL DEFAULT 24 CHECK (width_needed > 0),
    ADD COLUMN width_since     timestamptz NOT NULL DEFAULT now();
