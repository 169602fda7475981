ALTER TABLE watches DROP COLUMN description;
