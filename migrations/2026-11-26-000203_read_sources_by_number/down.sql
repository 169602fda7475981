DROP TABLE sequence_waiting;
DROP TABLE sequences;
