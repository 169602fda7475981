DROP INDEX coverage_gaps_by_listing;
DROP AGGREGATE sum_counts(integer[]);
DROP TABLE coverage_hours;
DROP TABLE place_readings;
DROP FUNCTION add_counts(integer[], integer[]);
DROP FUNCTION lag_counts(integer[]);
