-- Administrators look for accounts by the beginning of their address. By code points, since the index on `lower(email)`
-- may be in an order of the database's language, by which a beginning is no range.
CREATE INDEX CONCURRENTLY users_by_email ON users ((lower(email) COLLATE "C"));
