DROP TABLE provider_cursors;
DROP TABLE provider_events;
DROP TABLE checkouts;
DROP TABLE subscriptions;
DROP TABLE billing_customers;
