//! Follows a listing from its newest items back to a time.

use chrono::{DateTime, Utc};

use db::models::item::ItemKind;
use platform::sources::lemmy::Instance;
use platform::sources::{ForumError, ForumItem};

/// Maximum pages of one listing that are read in a poll: some 2,500 items, the comments of two hours on a
/// large instance. What lies further back is a gap.
const MAX_PAGES: usize = 50;
/// Maximum bytes of answers that are read in a poll.
const MAX_BYTES: usize = 32 << 20;

/// The items that were read.
#[derive(Debug, Default)]
pub(super) struct ReadBack {
    /// Newest first except for pinned items. One that moved to the next page meanwhile appears twice.
    pub(super) items: Vec<ForumItem>,
    pub(super) pages: usize,
    pub(super) skipped: usize,
    /// When the oldest item that was read was made, if `from` was not reached.
    pub(super) missing_until: Option<DateTime<Utc>>,
}

/// Reads a listing back to items made before `from`, or to its end; a single page without `from`.
///
/// # Errors
/// A page got no answer, or none that can be read.
pub(super) async fn read_back(
    instance: &Instance,
    kind: ItemKind,
    from: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<ReadBack, ForumError> {
    let mut back = ReadBack::default();
    let (mut next, mut bytes, mut oldest) = (None, 0, now);
    while back.pages < MAX_PAGES && bytes < MAX_BYTES {
        let listed = instance.newest(kind.into(), next.as_deref(), now).await?;
        back.pages += 1;
        back.skipped += listed.skipped;
        bytes += listed.bytes;
        let in_order = listed.items.iter().filter(|item| !item.pinned);
        oldest = in_order.map(|item| item.created_at).fold(oldest, Ord::min);
        back.items.extend(listed.items);
        next = listed.next;
        if next.is_none() || from.is_none_or(|from| oldest < from) {
            return Ok(back);
        }
    }
    back.missing_until = Some(oldest);
    Ok(back)
}
