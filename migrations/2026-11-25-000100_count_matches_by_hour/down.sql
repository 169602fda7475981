DROP TABLE user_hours;
DROP TABLE watch_hours;
