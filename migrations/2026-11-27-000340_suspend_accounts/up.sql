-- An administrator has suspended the account: nobody can sign in to it, its keywords are not searched for and nothing
-- is sent to it. All of it is kept.
ALTER TABLE users ADD COLUMN suspended_at timestamptz;

-- To the matchers all of its keywords change.
CREATE FUNCTION record_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO watch_changes (watch_id) SELECT id FROM watches WHERE user_id = NEW.id AND is_active;
    PERFORM pg_notify('watch_changed', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER users_suspended AFTER UPDATE OF suspended_at ON users
    FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
    EXECUTE FUNCTION record_suspension();
