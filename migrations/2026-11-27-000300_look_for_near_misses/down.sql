CREATE OR REPLACE FUNCTION note_rule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.rule_changed_at := NEW.updated_at;
    NEW.paused_at := NULL;
    NEW.paused_part := NULL;
    RETURN NEW;
END
$$;
DROP TABLE near_misses;
