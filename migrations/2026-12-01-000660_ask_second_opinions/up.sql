-- Matches about whose relevance a language model is asked, and its answers. Their alerts wait for it until
-- `wanted_until`, when they are due anyway.
CREATE TABLE second_opinions (
    notification_id  uuid PRIMARY KEY,
    -- Those of the notification.
    seen_at          timestamptz NOT NULL,
    item_id          uuid NOT NULL,
    watch_id         uuid NOT NULL,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    wanted_until     timestamptz NOT NULL,
    -- When a process took it up. It is not asked again.
    asked_at         timestamptz,
    -- The hash of what was asked, the same for the same description and texts.
    content          bytea,
    -- The answer, if there was one in time.
    is_relevant      boolean,
    reason           text
);
CREATE INDEX second_opinions_wanted ON second_opinions (wanted_until) WHERE asked_at IS NULL;
CREATE INDEX second_opinions_content ON second_opinions (content) WHERE is_relevant IS NOT NULL;
CREATE INDEX second_opinions_item ON second_opinions (item_id);
CREATE INDEX second_opinions_user ON second_opinions (user_id);
CREATE INDEX second_opinions_seen ON second_opinions (seen_at);
