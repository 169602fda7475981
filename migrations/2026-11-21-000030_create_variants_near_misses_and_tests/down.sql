DROP TABLE hearing_tests;
DROP TABLE near_misses;
DROP TRIGGER watches_end_variant ON watches;
DROP FUNCTION end_variant();
DROP TABLE watch_variants;
DROP FUNCTION record_variant_change();
