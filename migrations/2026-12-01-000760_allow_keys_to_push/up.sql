-- A scope for programs that send items.
ALTER TABLE api_keys
    DROP CONSTRAINT api_keys_scopes_check,
    DROP CONSTRAINT api_keys_scopes_check1,
    ADD CONSTRAINT api_keys_scopes_known
        CHECK (scopes <@ ARRAY['read', 'keywords', 'notifications', 'ingest', 'admin']),
    ADD CONSTRAINT api_keys_scopes_number CHECK (cardinality(scopes) BETWEEN 1 AND 5);
