DROP INDEX outbox_due_by_queue;
