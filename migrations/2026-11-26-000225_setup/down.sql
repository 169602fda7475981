DROP TABLE setup_keys;
DROP TABLE chosen_sites;
