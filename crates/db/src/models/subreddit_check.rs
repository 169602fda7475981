use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::schema::subreddit_checks;

/// A row of `subreddit_checks`: the forum's answer to "does this subreddit exist".
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = subreddit_checks, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true)]
pub struct SubredditCheck {
    /// In lower case.
    pub name: String,
    /// In the forum's spelling, as far as it is known.
    pub display: String,
    /// Whether it can be watched.
    pub found: bool,
    /// The answer is trusted until then.
    pub expires_at: DateTime<Utc>,
    pub reason: Option<Reason>,
}

column_enum! {
    /// The reason why a subreddit cannot be watched.
    pub enum Reason in subreddit_checks.reason {
        /// It exists, and only its members can read it.
        Private = "private",
        Banned = "banned",
        NotFound = "not_found",
    }
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

impl SubredditCheck {
    /// Finds the stored answer for `name` in any spelling, if it can still be trusted at `now`.
    pub async fn find(
        name: &str,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        subreddit_checks::table
            .find(name.to_lowercase())
            .filter(subreddit_checks::expires_at.gt(now))
            .select(Self::as_select())
            .first(conn)
            .await
            .optional()
    }

    /// Returns those of these names, in lower case, that the forum has ever confirmed as far as is known,
    /// or that a keyword of the user has, which were confirmed when it was saved.
    pub async fn confirmed(
        names: &[String],
        user_id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<HashSet<String>> {
        let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        let found: Vec<Name> = diesel::sql_query(
            "SELECT name FROM subreddit_checks WHERE found AND name = ANY ($1)
             UNION SELECT name FROM places WHERE state = 'ok' AND name = ANY ($1)
             UNION SELECT lower(own) FROM watches, unnest(subreddits || excluded_subreddits) AS own
             WHERE user_id = $2 AND lower(own) = ANY ($1)",
        )
        .bind::<Array<Text>, _>(&names)
        .bind::<SqlUuid, _>(user_id)
        .load(conn)
        .await?;
        Ok(found.into_iter().map(|row| row.name).collect())
    }

    /// Stores the answer in place of an older one.
    pub async fn store(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(subreddit_checks::table)
            .values(self)
            .on_conflict(subreddit_checks::name)
            .do_update()
            .set(self)
            .execute(conn)
            .await?;
        Ok(())
    }
}
