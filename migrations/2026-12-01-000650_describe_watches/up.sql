-- What its user means by the watch, and what not, in a sentence: "Rust the language, not the game".
ALTER TABLE watches ADD COLUMN description text NOT NULL DEFAULT '';
