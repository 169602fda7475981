DROP TABLE learned_watches;
ALTER TABLE watches DROP COLUMN shows_all;
