DROP INDEX gap_fills_batch;
ALTER TABLE gap_fills DROP COLUMN batch;
