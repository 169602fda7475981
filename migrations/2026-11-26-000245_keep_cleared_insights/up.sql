-- A result that its user has cleared can be had back for a while; then it is deleted.
ALTER TABLE insight_results ADD COLUMN cleared_at timestamptz;

CREATE INDEX insight_results_cleared_at ON insight_results (cleared_at) WHERE cleared_at IS NOT NULL;
