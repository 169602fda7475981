DROP TABLE ignored_words;
