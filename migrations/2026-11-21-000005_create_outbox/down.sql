DROP TABLE attempts;
DROP TABLE outbox;
DROP FUNCTION outbox_queue(text, text);
DROP TABLE endpoints;
