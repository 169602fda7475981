-- Some servers give their entries other ids with each answer: eight bytes of link and title of each entry of
-- the last document, for those that are told apart by them.
ALTER TABLE feeds ADD COLUMN known_titles bytea NOT NULL DEFAULT '';
