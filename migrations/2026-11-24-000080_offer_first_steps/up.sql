-- Whether the dashboard still offers the first steps. Accounts that are there already know their way.
ALTER TABLE users ADD COLUMN first_steps boolean NOT NULL DEFAULT false;
