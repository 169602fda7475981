-- From one user (and endpoint) to the next, past as many messages as the first one has.
CREATE INDEX CONCURRENTLY outbox_waiting_by_user
    ON outbox (outbox_queue(channel, kind), user_id, endpoint_id, due_at)
    WHERE status = 'pending';
