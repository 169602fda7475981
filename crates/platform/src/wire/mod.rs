//! Types that leave the process in more than one way: the API, the live stream, webhooks, emails
//! and feeds show the same ones.

mod gap_cause;
mod notification;
mod spans;
mod text_part;

pub use gap_cause::GapCause;
pub use notification::{GONE_TITLE, ItemKind, Notification, NotificationStatus, RedditPost};
pub use spans::{MatchField, MatchSpan, StoredSpans};
pub use text_part::TextPart;
