DROP TRIGGER watches_rule_changed ON watches;
DROP TRIGGER watches_rule_made ON watches;
DROP FUNCTION note_rule_change();
ALTER TABLE watches DROP COLUMN rule_changed_at;
