DROP TABLE kept_matches;
