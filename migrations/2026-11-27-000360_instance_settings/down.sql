DELETE FROM audit_log WHERE act IN ('settings_changed', 'announcement_published', 'announcement_withdrawn');
ALTER TABLE audit_log DROP CONSTRAINT audit_log_act_check;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_act_check CHECK (act IN (
    'account_added', 'administrator_promoted', 'administrator_demoted', 'account_invited', 'account_suspended',
    'account_unsuspended', 'account_deleted', 'password_set', 'payment_refunded', 'messages_replayed'));

DROP TABLE instance_settings;
