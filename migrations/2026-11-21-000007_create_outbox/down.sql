DROP TABLE attempts, outbox;
