DROP INDEX outbox_waiting_by_user;
