ALTER TABLE insight_jobs DROP COLUMN leased_by;
ALTER TABLE provider_events DROP COLUMN leased_by;
ALTER TABLE outbox DROP COLUMN leased_by;
ALTER TABLE match_shards DROP COLUMN leased_by;
ALTER TABLE feeds DROP COLUMN leased_by;
ALTER TABLE lemmy_instances DROP COLUMN leased_by;
ALTER TABLE sequences DROP COLUMN leased_by;
ALTER TABLE poll_state DROP COLUMN leased_by;
DROP FUNCTION this_process();
