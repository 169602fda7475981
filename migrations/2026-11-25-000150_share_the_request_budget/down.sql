DROP TABLE requests_made;
DROP TABLE request_budgets;
