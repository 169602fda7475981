-- How many passwords an account has had. What was handed out under an earlier one, such as the
-- token by which a browser is known again, names its number and so ends with it.
ALTER TABLE users ADD COLUMN password_version integer NOT NULL DEFAULT 1;
