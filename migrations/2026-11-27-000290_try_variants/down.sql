DROP TRIGGER watches_end_variant ON watches;
DROP FUNCTION end_variant;
DROP TABLE watch_variants;
DROP FUNCTION record_variant_change;
