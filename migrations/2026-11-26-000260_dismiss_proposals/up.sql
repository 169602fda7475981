-- A change of the rule that its user does not want is not proposed again, until more was not relevant.
ALTER TABLE watches ADD COLUMN proposal_dismissed_at timestamptz;
