ALTER TABLE poll_plan DROP COLUMN next_audit_at;
DROP TABLE coverage_audits;
