DROP TABLE poll_plan, places;
