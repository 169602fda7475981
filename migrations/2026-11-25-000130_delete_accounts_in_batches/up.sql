-- An account goes at once, and the many rows that are about it in batches afterwards: ingest, which
-- locks the rows of users, waits for no deletion of a million notifications. These tables have no
-- foreign key for that. Who makes notifications holds the user's row until the commit, so that what is
-- made for a user is there before the user goes.
ALTER TABLE notifications DROP CONSTRAINT notifications_user_id_fkey;
ALTER TABLE notification_counts DROP CONSTRAINT notification_counts_user_id_fkey;
ALTER TABLE outbox DROP CONSTRAINT outbox_user_id_fkey;
-- A digest of an endpoint that is gone is skipped when it is due.
ALTER TABLE digests DROP CONSTRAINT digests_user_id_fkey, DROP CONSTRAINT digests_endpoint_id_fkey;

-- Accounts of which rows may be left.
CREATE TABLE deleted_users (
    id          uuid PRIMARY KEY,
    deleted_at  timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION remember_deleted_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_users (id) VALUES (OLD.id);
    PERFORM pg_notify('user_deleted', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER users_deleted AFTER DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION remember_deleted_user();
