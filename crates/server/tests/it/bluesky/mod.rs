//! Bluesky from the stream to notifications.

mod changes;
mod heard;
mod lost;
