-- Writers wait for nothing meanwhile.
ALTER TABLE outbox VALIDATE CONSTRAINT outbox_kind_known;
