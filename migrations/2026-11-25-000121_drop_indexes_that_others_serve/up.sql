-- What is due next is found by outbox_due_by_queue: a lane is three queues. And how many matches a watch
-- had in the past hour stands in its row.
DROP INDEX outbox_due_mail, outbox_due_endpoints, notifications_late;
