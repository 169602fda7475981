//! Variants of watches: another rule, searched for beside the watch's own. The matcher treats a variant like any
//! other watch; its number distinguishes it before its matches are processed.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::WatchId;
use uuid::Uuid;

use super::load::active_watches;
use super::share::Share;
use super::spending::Offender;
use db::Conn;
use db::models::watch::Watch;
use db::models::watch_variant::WatchVariant;
use db::schema::{watch_variants, watches};

/// A bit that is set only in the numbers of variants: it is in the version of a UUID, of which none above 8 is defined,
/// and in no watch's, as the database checks.
const VARIANT: u128 = 1 << 79;

/// Returns the id of a watch's variant.
pub(super) fn variant_of(watch_id: Uuid) -> Uuid {
    Uuid::from_u128(watch_id.as_u128() | VARIANT)
}

/// Returns the watch of this variant, if it is one.
pub(super) fn watch_of_variant(id: WatchId) -> Option<Uuid> {
    (id.0 & VARIANT != 0).then(|| Uuid::from_u128(id.0 & !VARIANT))
}

/// Loads the variants of a share's active watches that are not paused, or those of `only`, each as a watch.
pub(super) async fn load_variants(
    only: Option<&[Uuid]>,
    share: Share,
    conn: &mut Conn,
) -> QueryResult<Vec<Watch>> {
    let mut query = active_watches()
        .inner_join(watch_variants::table.on(watch_variants::watch_id.eq(watches::id)))
        .filter(watch_variants::ended_at.is_null())
        .filter(share.of_watches())
        .select((WatchVariant::as_select(), Watch::as_select()))
        .into_boxed();
    if let Some(ids) = only {
        query = query.filter(watch_variants::watch_id.eq_any(ids));
    }
    let rows: Vec<(WatchVariant, Watch)> = query.load(conn).await?;
    let as_watch = |(variant, watch): (WatchVariant, Watch)| Watch {
        id: variant_of(watch.id),
        ..variant.applied_to(watch)
    };
    Ok(rows.into_iter().map(as_watch).collect())
}

/// Ends a variant that costs too much. The watch continues. Returns false if it has another rule by now.
pub(super) async fn end_expensive(
    watch_id: Uuid,
    offender: &Offender,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    let ended = diesel::update(watch_variants::table.find(watch_id))
        .filter(watch_variants::ended_at.is_null())
        .filter(watch_variants::keyword.eq(&*offender.query))
        .set((watch_variants::ended_at.eq(now), watch_variants::expensive_part.eq(&offender.part)))
        .execute(conn)
        .await?;
    Ok(ended > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_told_from_every_watch() {
        for watch_id in [Uuid::now_v7(), Uuid::new_v4(), Uuid::nil()] {
            assert_eq!(watch_of_variant(WatchId(watch_id.as_u128())), None);
            let variant = WatchId(variant_of(watch_id).as_u128());
            assert_eq!(watch_of_variant(variant), Some(watch_id));
        }
    }
}
