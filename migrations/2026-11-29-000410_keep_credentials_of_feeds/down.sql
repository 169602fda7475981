DROP TABLE feed_credentials;
