//! The latest matches of a watch, by its user's verdict.

use super::*;
use diesel::sql_types::Uuid as SqlUuid;

/// The number of a watch's latest notifications that are read.
const MAX_LOOKED_AT: i64 = 20_000;
/// The number of the latest ones of each sort that are returned. Texts have up to 100,000
/// characters each.
const MAX_NOT_RELEVANT: i64 = 50;
const MAX_OPENED: i64 = 200;
const MAX_UNDECIDED: i64 = 100;

/// The user's opinion of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Judgement {
    NotRelevant,
    /// Read or archived, and not marked as not relevant.
    Opened,
    /// Unread or set aside.
    Undecided,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(embed)]
    notification: Notification,
    #[diesel(sql_type = Text)]
    judgement: String,
}

/// A match and its user's verdict.
#[derive(Debug, Clone)]
pub struct Judged {
    pub notification_id: Uuid,
    pub judgement: Judgement,
    pub item: Item,
}

impl Notification {
    /// Loads the latest of each sort, newest first. Matches whose text is gone are left out.
    pub async fn judged(
        watch_id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Vec<Judged>> {
        let rows: Vec<Row> = diesel::sql_query(
            "SELECT n.*, ranked.judgement FROM (
                SELECT *, row_number() OVER (
                    PARTITION BY judgement ORDER BY created_at DESC, seq DESC) AS place
                FROM (
                    SELECT id, seen_at, created_at, seq, CASE
                        WHEN not_relevant_at IS NOT NULL THEN 'notRelevant'
                        WHEN status IN ('unread', 'aside') THEN 'undecided'
                        ELSE 'opened' END AS judgement
                    FROM notifications
                    WHERE watch_id = $1 AND created_at >= $2 AND deleted_at IS NULL
                    ORDER BY created_at DESC LIMIT $3
                ) AS latest
             ) AS ranked
             JOIN notifications n ON n.id = ranked.id AND n.seen_at = ranked.seen_at
             WHERE ranked.place <= CASE ranked.judgement
                WHEN 'notRelevant' THEN $4 WHEN 'opened' THEN $5 ELSE $6 END
             ORDER BY n.created_at DESC, n.seq DESC",
        )
        .bind::<SqlUuid, _>(watch_id)
        .bind::<Timestamptz, _>(cutoff(now))
        .bind::<BigInt, _>(MAX_LOOKED_AT)
        .bind::<BigInt, _>(MAX_NOT_RELEVANT)
        .bind::<BigInt, _>(MAX_OPENED)
        .bind::<BigInt, _>(MAX_UNDECIDED)
        .load(conn)
        .await?;
        let (rows, judgements): (Vec<Self>, HashMap<Uuid, Judgement>) = rows
            .into_iter()
            .map(|row| {
                let judgement = match row.judgement.as_str() {
                    "notRelevant" => Judgement::NotRelevant,
                    "undecided" => Judgement::Undecided,
                    _ => Judgement::Opened,
                };
                let id = row.notification.id;
                (row.notification, (id, judgement))
            })
            .unzip();
        let found = Self::with_items(rows, conn).await?;
        let found = found.into_iter().filter(|(_, item)| item.gone_at.is_none());
        let judged = found.filter_map(|(row, item)| {
            Some(Judged { notification_id: row.id, judgement: *judgements.get(&row.id)?, item })
        });
        Ok(judged.collect())
    }
}
