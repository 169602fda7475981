DROP TABLE match_shards;
DROP TABLE processes;
DROP TABLE audit_log;
DROP TABLE invitations;
DROP TABLE setup_keys;
DROP TABLE instance_settings;
