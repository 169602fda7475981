ALTER TABLE feeds
    -- Sixteen bytes for each entry that was read: its mark in `known`, and hashes of its link and title. A mark
    -- without them was written by an older release.
    ADD COLUMN known_identities bytea NOT NULL DEFAULT '',
    -- What was wrong with the last document, although it was read.
    ADD COLUMN remark text;
