ALTER TABLE notifications DROP COLUMN was_read;
