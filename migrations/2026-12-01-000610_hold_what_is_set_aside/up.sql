-- The reason for which what is set aside waits in a digest.
ALTER TABLE digest_entries DROP CONSTRAINT digest_entries_cause_check,
    ADD CONSTRAINT digest_entries_cause_known CHECK
        (cause IN ('together', 'hourly', 'daily', 'weekly', 'quiet', 'burst', 'snooze', 'aside')) NOT VALID;
