ALTER TABLE watches DROP COLUMN snoozed_until;
ALTER TABLE users
    DROP COLUMN quiet_from, DROP COLUMN quiet_until, DROP COLUMN burst_limit,
    DROP COLUMN snoozed_until, DROP COLUMN mail_refused_at, DROP COLUMN mail_refused_reason,
    DROP COLUMN feed_version;
DROP TABLE digest_entries;
DROP TABLE digests;
