-- A constraint that holds for all rows goes on to do so.
SELECT 1;
