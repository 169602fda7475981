-- The keys of items that no watch matched, as far as is known: what waits for a score, and all that was
-- stored before there was a table for what nobody looks for.
CREATE INDEX CONCURRENTLY item_keys_unmatched ON item_keys (seen_at) WHERE stays IS NOT TRUE;
