DROP TABLE watch_changes, watches;
DROP FUNCTION record_watch_change;
