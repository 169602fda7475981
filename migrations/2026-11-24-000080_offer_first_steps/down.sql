ALTER TABLE users DROP COLUMN first_steps;
