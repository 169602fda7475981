DROP TABLE hearing_tests;
