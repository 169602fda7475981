DROP TABLE gap_changes, gap_rounds;
ALTER TABLE gap_fills DROP COLUMN opened_at, DROP COLUMN id;
ALTER TABLE coverage_gaps DROP COLUMN closes_at, DROP COLUMN opened_at;
