//! Items deleted or removed in the forum are deleted here too.

mod budget;
mod looks;
mod replies;
mod scores;
mod tombstones;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{Text, Timestamptz};
use diesel_async::RunQueryDsl;
use ingest::removal::recheck::Checked;

use crate::support::forum::ForumTest;

async fn look(test: &ForumTest) -> Vec<Checked> {
    test.recheck().run_due().await.unwrap()
}

#[derive(QueryableByName)]
struct Gone {
    #[diesel(sql_type = Text)]
    forum_id: String,
    #[diesel(sql_type = Timestamptz)]
    gone_at: DateTime<Utc>,
}

async fn gone(test: &ForumTest) -> HashMap<String, DateTime<Utc>> {
    let mut conn = test.app.conn().await.unwrap();
    let gone: Vec<Gone> =
        diesel::sql_query("SELECT forum_id, gone_at FROM items WHERE gone_at IS NOT NULL")
            .load(&mut conn)
            .await
            .unwrap();
    gone.into_iter().map(|g| (g.forum_id, g.gone_at)).collect()
}
