DROP TABLE mutes;
DROP TABLE digest_entries;
DROP TABLE digests;
