DROP TABLE live_cursors, notifications;
