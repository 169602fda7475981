-- The oldest that are due, of each queue, however many wait in the others.
CREATE INDEX CONCURRENTLY outbox_due_by_queue ON outbox (outbox_queue(channel, kind), due_at)
    WHERE status = 'pending';
