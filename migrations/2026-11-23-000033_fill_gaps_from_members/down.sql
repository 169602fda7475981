DROP TABLE gap_fills;
