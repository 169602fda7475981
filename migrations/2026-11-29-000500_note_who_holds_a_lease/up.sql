-- The process that holds a lease, so that its leases end when all of its connections are gone.

-- The id of the process that asks; null for other programs. Each process has an id of its own in the names of its
-- connections.
CREATE FUNCTION this_process() RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT substring(current_setting('application_name') FROM '^harken ([-0-9a-f]{36})$')::uuid
$$;

ALTER TABLE poll_state ADD COLUMN leased_by uuid;
ALTER TABLE sequences ADD COLUMN leased_by uuid;
ALTER TABLE lemmy_instances ADD COLUMN leased_by uuid;
ALTER TABLE feeds ADD COLUMN leased_by uuid;
ALTER TABLE match_shards ADD COLUMN leased_by uuid;
ALTER TABLE outbox ADD COLUMN leased_by uuid;
ALTER TABLE provider_events ADD COLUMN leased_by uuid;
ALTER TABLE insight_jobs ADD COLUMN leased_by uuid;
