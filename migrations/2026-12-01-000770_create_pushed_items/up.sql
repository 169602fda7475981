-- Items that programs have sent and that are not stored yet. A push source is a feed of its user's own whose address
-- begins with `push:`. It is never requested: its polls take these rows, in the transaction that stores the items.
CREATE TABLE pushed_items (
    -- The order in which they arrived.
    seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    feed_id      uuid NOT NULL REFERENCES feeds ON DELETE CASCADE,
    user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- The id that the sender gave it.
    item_id      text NOT NULL CHECK (octet_length(item_id) BETWEEN 1 AND 200),
    payload      text NOT NULL CHECK (octet_length(payload) <= 1200000),
    received_at  timestamptz NOT NULL,
    UNIQUE (feed_id, item_id)
);

-- A user has a number of them at most.
CREATE INDEX pushed_items_user_id ON pushed_items (user_id);
