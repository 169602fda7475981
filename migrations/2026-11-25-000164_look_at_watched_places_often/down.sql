ALTER TABLE place_readings DROP COLUMN ended_at;
ALTER TABLE places DROP COLUMN watchers, DROP COLUMN readable_at, DROP COLUMN looked_at;
