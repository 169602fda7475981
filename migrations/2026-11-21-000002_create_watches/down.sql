DROP TRIGGER users_suspended ON users;
DROP FUNCTION record_suspension();
DROP TABLE watch_changes;
DROP TABLE unlisted_matches;
DROP TABLE watches;
DROP FUNCTION note_rule_change();
DROP FUNCTION record_watch_change();
