DROP TABLE second_opinions;
