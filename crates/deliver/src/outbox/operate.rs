//! The operator's actions on the outbox.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use db::Conn;
use db::listen::{OUTBOX, notify};
use db::models::channel::Channel;
use db::models::outbox::Status;
use db::schema::outbox;

/// A selection of dead messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dead {
    One(Uuid),
    /// All dead messages, of every channel if none is named.
    All(Option<Channel>),
}

/// Makes dead messages due again with a full set of attempts, and returns how many there were.
pub async fn revive(dead: Dead, now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<usize> {
    let mut meant = diesel::update(outbox::table)
        .filter(outbox::status.eq(Status::Dead))
        .set((
            outbox::status.eq(Status::Pending),
            outbox::attempts.eq(0),
            outbox::due_at.eq(now),
            outbox::finished_at.eq(None::<DateTime<Utc>>),
        ))
        .into_boxed();
    match dead {
        Dead::One(id) => meant = meant.filter(outbox::id.eq(id)),
        Dead::All(Some(channel)) => meant = meant.filter(outbox::channel.eq(channel)),
        Dead::All(None) => {}
    }
    let revived = meant.execute(conn).await?;
    if revived > 0 {
        notify(OUTBOX, "", conn).await?;
    }
    Ok(revived)
}
