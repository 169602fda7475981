DROP FUNCTION outbox_queue(text, text);
ALTER TABLE endpoints DROP COLUMN failures, DROP COLUMN holds, DROP COLUMN held_until;
