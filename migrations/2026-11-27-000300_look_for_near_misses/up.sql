-- What a keyword nearly matched in the last hours, each with the change of its rule that would have. Of the items
-- there are only keys: what is gone in the forum, or kept no longer, is gone here as well.
CREATE TABLE near_misses (
    watch_id     uuid PRIMARY KEY REFERENCES watches ON DELETE CASCADE,
    user_id      uuid NOT NULL,
    -- When the last look began; the epoch if there was none.
    looked_at    timestamptz NOT NULL DEFAULT 'epoch',
    -- Over how many hours.
    hours        integer NOT NULL DEFAULT 0,
    found        jsonb NOT NULL DEFAULT '[]',
    -- Shown no longer, until the next look.
    dismissed_at timestamptz
);
-- For whoever looks for what is due.
CREATE INDEX near_misses_by_look ON near_misses (looked_at, watch_id);
CREATE INDEX near_misses_by_user ON near_misses (user_id) WHERE found <> '[]';

-- What another rule nearly matched says nothing of this one.
CREATE OR REPLACE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    NEW.paused_at := NULL;
    NEW.paused_part := NULL;
    DELETE FROM near_misses WHERE watch_id = NEW.id;
    RETURN NEW;
END
$$;
