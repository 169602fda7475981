DROP TABLE sequence_waiting;
DROP TABLE sequences;
DROP FUNCTION is_site;
