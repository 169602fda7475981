-- Where the posts of the past days lead, for the next that lead there: they are of one story, on whichever
-- sites they were posted. `link_hash` is of the address without what does not change where it leads.
CREATE TABLE story_links (
    link_hash  bigint NOT NULL,
    seen_at    timestamptz NOT NULL,
    item_id    uuid NOT NULL,
    story_id   text NOT NULL,
    -- In this order, so that the newest of a link is found at once, however many there are.
    PRIMARY KEY (link_hash, seen_at, item_id)
);

CREATE INDEX story_links_seen_at ON story_links (seen_at);
