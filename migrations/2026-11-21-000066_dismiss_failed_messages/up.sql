-- When its user said to have seen that it could not be delivered. What fails again later is shown
-- again.
ALTER TABLE outbox ADD COLUMN dismissed_at timestamptz;
