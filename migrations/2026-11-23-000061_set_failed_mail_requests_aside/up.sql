-- A request whose mail cannot be made is tried again later, with growing pauses: the others go on.
ALTER TABLE mail_requests
    ADD COLUMN failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
    ADD COLUMN due_at timestamptz;
UPDATE mail_requests SET due_at = created_at;
ALTER TABLE mail_requests ALTER COLUMN due_at SET NOT NULL;
CREATE INDEX mail_requests_due_at ON mail_requests (due_at);
