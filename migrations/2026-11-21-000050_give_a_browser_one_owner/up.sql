-- A browser shows the alerts of whoever subscribed it last: were it also on the list of who used it
-- before, it would show them to a stranger.
CREATE UNIQUE INDEX endpoints_one_owner_per_browser ON endpoints (fingerprint)
    WHERE channel = 'push';
