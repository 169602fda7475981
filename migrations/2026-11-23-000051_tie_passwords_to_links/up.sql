-- What was chosen at a registration (password hash, names, time zone, moment) goes with the link
-- that it is mailed for: whoever follows a link gets the password of that link's registration, and
-- not one that a stranger chose before. Null for links that no registration asked for.
ALTER TABLE mail_requests
    ADD COLUMN registration jsonb,
    ADD CONSTRAINT mail_requests_registration_check
        CHECK (registration IS NULL OR wanted = 'registration');

ALTER TABLE email_tokens
    ADD COLUMN registration jsonb,
    ADD CONSTRAINT email_tokens_registration_check
        CHECK (registration IS NULL OR purpose = 'verify');
