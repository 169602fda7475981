ALTER TABLE feeds DROP COLUMN known_identities, DROP COLUMN remark;
