-- When the next plan moves subreddits to other listings; null while none is waited for. Until then the
-- listings that lose some are read once more, so that the others need not reach far back.
ALTER TABLE poll_plan ADD COLUMN moves_at timestamptz;
