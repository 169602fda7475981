UPDATE digest_entries SET cause = 'daily' WHERE cause = 'aside';
ALTER TABLE digest_entries DROP CONSTRAINT digest_entries_cause_known,
    ADD CONSTRAINT digest_entries_cause_check
        CHECK (cause IN ('together', 'hourly', 'daily', 'weekly', 'quiet', 'burst', 'snooze'));
