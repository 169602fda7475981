-- What administrators set on their page. Null: nothing is set, so that the default holds. What the configuration sets
-- comes before it.
CREATE TABLE instance_settings (
    -- There is one row.
    is_only               boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    registration          text CHECK (registration IN ('open', 'invite', 'closed')),
    max_accounts          integer CHECK (max_accounts > 0),
    max_watches           integer CHECK (max_watches > 0),
    max_patterns          integer CHECK (max_patterns > 0),
    has_status_page       boolean,
    -- What all users are told until somebody withdraws it, or until then.
    announcement          text CHECK (length(announcement) BETWEEN 1 AND 500),
    announced_at          timestamptz,
    announced_until       timestamptz,
    CHECK ((announcement IS NULL) = (announced_at IS NULL)),
    CHECK (announced_until IS NULL OR announced_at IS NOT NULL)
);

INSERT INTO instance_settings DEFAULT VALUES;

ALTER TABLE audit_log DROP CONSTRAINT audit_log_act_check;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_act_check CHECK (act IN (
    'account_added', 'administrator_promoted', 'administrator_demoted', 'account_invited', 'account_suspended',
    'account_unsuspended', 'account_deleted', 'password_set', 'payment_refunded', 'messages_replayed',
    'settings_changed', 'announcement_published', 'announcement_withdrawn')) NOT VALID;
ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_act_check;
