DELETE FROM api_keys WHERE 'ingest' = ANY (scopes);
ALTER TABLE api_keys
    DROP CONSTRAINT api_keys_scopes_known,
    DROP CONSTRAINT api_keys_scopes_number,
    ADD CONSTRAINT api_keys_scopes_check
        CHECK (scopes <@ ARRAY['read', 'keywords', 'notifications', 'admin']),
    ADD CONSTRAINT api_keys_scopes_check1 CHECK (cardinality(scopes) BETWEEN 1 AND 4);
