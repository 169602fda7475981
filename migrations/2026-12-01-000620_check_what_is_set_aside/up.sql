-- Writers wait for nothing meanwhile.
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_status_known;
ALTER TABLE digest_entries VALIDATE CONSTRAINT digest_entries_cause_known;
