DROP TRIGGER notifications_updated_recount ON notifications;
DROP FUNCTION recount_changed_matches;
DROP FUNCTION lock_counted_matches;
DROP TABLE matches_by_author;
DROP TABLE matches_by_place;
DROP TABLE matches_by_hour;
DROP TABLE counted_matches;
DROP FUNCTION utc_day;
DROP FUNCTION site_of;
