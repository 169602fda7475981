ALTER TABLE feeds DROP COLUMN known_titles;
