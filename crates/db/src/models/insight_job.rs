use chrono::{DateTime, Duration, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Conn;
use crate::column_enum::column_enum;
use crate::listen::{INSIGHTS, notify};
use crate::schema::{insight_jobs, insight_parts};

/// A row of `insight_jobs`.
#[derive(Debug, Clone, Queryable, QueryableByName, Selectable, Insertable)]
#[diesel(table_name = insight_jobs, check_for_backend(diesel::pg::Pg))]
pub struct InsightJob {
    pub id: Uuid,
    pub user_id: Uuid,
    pub status: Status,
    pub watch_ids: Vec<Uuid>,
    /// The keywords, as many as watches.
    pub keywords: Vec<String>,
    pub leased_until: Option<DateTime<Utc>>,
    pub fence: i64,
    pub attempts: i32,
    /// Why it failed, for a person.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
}

column_enum! {
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[schema(as = InsightsStatus)]
    pub enum Status in insight_jobs.status {
        Queued = "queued",
        Running = "running",
        Succeeded = "succeeded",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl Status {
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

/// A finished part of a job: the position of a keyword, and the result for it.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = insight_parts, check_for_backend(diesel::pg::Pg))]
pub struct InsightPart {
    pub job_id: Uuid,
    pub position: i32,
    pub part: serde_json::Value,
}

#[derive(QueryableByName)]
struct NextDue {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

/// Wakes the worker and the user's streams, in every process, when the transaction commits.
async fn announce(user_id: Uuid, conn: &mut Conn) -> QueryResult<()> {
    notify(INSIGHTS, &user_id.to_string(), conn).await
}

/// Counts the finished parts of the same row's job. In one statement with the job, since a job that
/// ends drops its parts: read after it, they would seem unfinished.
#[diesel::dsl::auto_type]
fn parts_of_job() -> _ {
    insight_parts::table.filter(insight_parts::job_id.eq(insight_jobs::id)).count()
}

fn with_done((job, parts): (InsightJob, Option<i64>)) -> (InsightJob, usize) {
    let done = match job.status {
        Status::Succeeded => job.keywords.len(),
        _ => usize::try_from(parts.unwrap_or(0)).unwrap_or(0),
    };
    (job, done)
}

impl InsightJob {
    pub async fn insert(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::insert_into(insight_jobs::table).values(self).execute(conn).await?;
        announce(self.user_id, conn).await
    }

    /// Finds one of a user's jobs, and how many of its keywords are done.
    pub async fn find(
        user_id: Uuid,
        id: Uuid,
        conn: &mut Conn,
    ) -> QueryResult<Option<(Self, usize)>> {
        let jobs = insight_jobs::table.find(id);
        let found = jobs
            .filter(insight_jobs::user_id.eq(user_id))
            .select((Self::as_select(), parts_of_job().single_value()))
            .first(conn)
            .await
            .optional()?;
        Ok(found.map(with_done))
    }

    /// Finds the newest of a user's jobs, and how many of its keywords are done.
    pub async fn newest(user_id: Uuid, conn: &mut Conn) -> QueryResult<Option<(Self, usize)>> {
        let found = insight_jobs::table
            .filter(insight_jobs::user_id.eq(user_id))
            .order((insight_jobs::created_at.desc(), insight_jobs::id.desc()))
            .select((Self::as_select(), parts_of_job().single_value()))
            .first(conn)
            .await
            .optional()?;
        Ok(found.map(with_done))
    }

    /// Claims the job that has waited longest until `now + lease`, if there is one.
    pub async fn claim(
        lease: Duration,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        let claimed: Option<Self> = diesel::sql_query(
            "UPDATE insight_jobs SET status = 'running', leased_until = $2, \
                leased_by = this_process(), fence = fence + 1, \
                attempts = attempts + 1, started_at = coalesce(started_at, $1) \
             WHERE id IN ( \
                SELECT id FROM insight_jobs \
                WHERE finished_at IS NULL AND (leased_until IS NULL OR leased_until <= $1) \
                ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED \
             ) RETURNING *",
        )
        .bind::<Timestamptz, _>(now)
        .bind::<Timestamptz, _>(now + lease)
        .get_result(conn)
        .await
        .optional()?;
        if let Some(job) = &claimed {
            announce(job.user_id, conn).await?;
        }
        Ok(claimed)
    }

    /// Returns whether the job still belongs to the holder of `fence`.
    pub async fn is_ours(&self, conn: &mut Conn) -> QueryResult<bool> {
        let found = insight_jobs::table
            .find(self.id)
            .filter(insight_jobs::fence.eq(self.fence))
            .filter(insight_jobs::finished_at.is_null())
            .count()
            .get_result::<i64>(conn)
            .await?;
        Ok(found == 1)
    }

    /// Stores the result for the keyword at `position` and holds the job until `lease`. Returns false if
    /// the job is no longer ours: then nothing is stored.
    pub async fn store_part(
        &self,
        position: i32,
        part: &serde_json::Value,
        lease: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let kept = diesel::sql_query(
            "WITH held AS ( \
                UPDATE insight_jobs SET leased_until = $3 \
                WHERE id = $1 AND fence = $2 AND finished_at IS NULL RETURNING id \
             ) INSERT INTO insight_parts (job_id, position, part) \
             SELECT id, $4, $5 FROM held ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(lease)
        .bind::<diesel::sql_types::Integer, _>(position)
        .bind::<diesel::sql_types::Jsonb, _>(part)
        .execute(conn)
        .await?;
        announce(self.user_id, conn).await?;
        Ok(kept == 1)
    }

    /// Loads the finished parts, in the order of the keywords.
    pub async fn parts(&self, conn: &mut Conn) -> QueryResult<Vec<InsightPart>> {
        insight_parts::table
            .filter(insight_parts::job_id.eq(self.id))
            .order(insight_parts::position)
            .select(InsightPart::as_select())
            .load(conn)
            .await
    }

    /// Loads the positions of the finished keywords.
    pub async fn done(&self, conn: &mut Conn) -> QueryResult<Vec<i32>> {
        insight_parts::table
            .filter(insight_parts::job_id.eq(self.id))
            .order(insight_parts::position)
            .select(insight_parts::position)
            .load(conn)
            .await
    }

    /// Ends the job as `status`, in the transaction of its effect. Returns false if it is no longer
    /// ours: then there must be no effect.
    pub async fn finish(
        &self,
        status: Status,
        reason: Option<&str>,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<bool> {
        let ended = diesel::sql_query(
            "UPDATE insight_jobs SET status = $3, reason = $4, finished_at = $5, leased_until = NULL \
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Text, _>(status)
        .bind::<Nullable<Text>, _>(reason)
        .bind::<Timestamptz, _>(now)
        .execute(conn)
        .await?;
        if ended == 1 {
            self.forget_parts(conn).await?;
        }
        Ok(ended == 1)
    }

    /// Releases the job until `until`. A claim that ended through no fault of the job is not counted.
    pub async fn put_off(
        &self,
        until: DateTime<Utc>,
        uncounted: bool,
        conn: &mut Conn,
    ) -> QueryResult<()> {
        diesel::sql_query(
            "UPDATE insight_jobs SET leased_until = $3, attempts = attempts - $4 \
             WHERE id = $1 AND fence = $2 AND finished_at IS NULL",
        )
        .bind::<SqlUuid, _>(self.id)
        .bind::<BigInt, _>(self.fence)
        .bind::<Timestamptz, _>(until)
        .bind::<diesel::sql_types::Integer, _>(i32::from(uncounted))
        .execute(conn)
        .await?;
        Ok(())
    }

    /// Cancels one of a user's jobs and returns it if it was under way. The worker finds its fence
    /// outdated.
    pub async fn cancel(
        user_id: Uuid,
        id: Uuid,
        now: DateTime<Utc>,
        conn: &mut Conn,
    ) -> QueryResult<Option<Self>> {
        let cancelled: Option<Self> = diesel::sql_query(
            "UPDATE insight_jobs SET status = 'cancelled', fence = fence + 1, finished_at = $3, \
                leased_until = NULL \
             WHERE id = $1 AND user_id = $2 AND finished_at IS NULL RETURNING *",
        )
        .bind::<SqlUuid, _>(id)
        .bind::<SqlUuid, _>(user_id)
        .bind::<Timestamptz, _>(now)
        .get_result(conn)
        .await
        .optional()?;
        if let Some(job) = &cancelled {
            job.forget_parts(conn).await?;
        }
        Ok(cancelled)
    }

    /// Returns when the next job can be claimed, if one waits.
    pub async fn next_due(conn: &mut Conn) -> QueryResult<Option<DateTime<Utc>>> {
        let next: NextDue = diesel::sql_query(
            "SELECT min(greatest(created_at, leased_until)) AS at FROM insight_jobs \
             WHERE finished_at IS NULL",
        )
        .get_result(conn)
        .await?;
        Ok(next.at)
    }

    async fn forget_parts(&self, conn: &mut Conn) -> QueryResult<()> {
        diesel::delete(insight_parts::table.filter(insight_parts::job_id.eq(self.id)))
            .execute(conn)
            .await?;
        announce(self.user_id, conn).await
    }
}
