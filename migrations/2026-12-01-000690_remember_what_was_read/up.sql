-- Whether the match was ever read: what is archived without that says nothing about its relevance.
ALTER TABLE notifications ADD COLUMN was_read boolean NOT NULL DEFAULT false;
