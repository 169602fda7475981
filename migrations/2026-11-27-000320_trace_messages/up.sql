-- The ids of the trace and of the span in which a message was made, 16 and 8 bytes, so that its delivery belongs to the
-- trace of the poll that brought it. Null while no traces are recorded, or not this one.
ALTER TABLE outbox ADD COLUMN trace_parent bytea;
