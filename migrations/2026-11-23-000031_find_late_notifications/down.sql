DROP INDEX notifications_late;
