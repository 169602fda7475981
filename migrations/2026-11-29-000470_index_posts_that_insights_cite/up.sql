-- The posts that sentences of a language model are based on. The sentences go with the first of them that is
-- deleted: they may repeat its text. A user may have deleted the notification by then, so that the result cannot be
-- found through that.
CREATE INDEX insight_results_cited ON insight_results
    USING gin (jsonb_path_query_array(result, '$.keywords[*].written.*[*].posts[*]'));
