DROP TABLE subreddit_checks, coverage_gaps, poll_state;
