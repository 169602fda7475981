//! The job that makes insights, one keyword at a time. Each finished keyword is stored at once, so
//! that a killed process costs no more than the keyword in hand.

use std::collections::{HashMap, HashSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use analyser::{Analyser, Input, Keyword, Report};
use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures::FutureExt;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Insights;
use super::model::{Budget, Model};
use super::posts::{DAYS, found};
use super::quota;
use super::result::{Part, Stored};
use db::Conn;
use db::listen::{INSIGHTS, listen};
use db::models::insight_job::{InsightJob, Status};
use db::models::insight_result::InsightResult;
use db::schema::watches;
use platform::context::Context;

/// Jobs that one process works on at once.
const WORKERS: usize = 2;
/// The duration of a claim, beyond the time that a language model may take for one keyword.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// The number of claims after which a job is given up.
const ATTEMPTS: i32 = 3;
const PAUSE_AFTER_FAILURE: TimeDelta = TimeDelta::seconds(5);
const MAX_SLEEP: Duration = Duration::from_secs(30);
const MIN_SLEEP: Duration = Duration::from_millis(50);
const FAILED: &str = "Something went wrong on our side. This call was not counted.";

/// Runs until `stop`, woken by new jobs, by cancelled ones and by time.
pub async fn run(context: Context, insights: Arc<Insights>, stop: CancellationToken) {
    let (waker, wake) = watch::channel(());
    let (database, until) = (context.database.clone(), stop.clone());
    let listener = tokio::spawn(async move {
        listen(&database, INSIGHTS, until, |_| {
            waker.send_replace(());
        })
        .await;
    });
    let workers = (0..WORKERS).map(|_| work(&context, &insights, wake.clone(), &stop));
    futures::future::join_all(workers).await;
    if let Err(error) = listener.await {
        tracing::error!(%error, "the listener for insights ended badly");
    }
}

async fn work(
    context: &Context,
    insights: &Insights,
    mut wake: watch::Receiver<()>,
    stop: &CancellationToken,
) {
    while !stop.is_cancelled() {
        let went = AssertUnwindSafe(one(context, insights, &wake, stop)).catch_unwind().await;
        let sleep = match went {
            Ok(Ok(None)) => continue,
            Ok(Ok(Some(sleep))) => sleep,
            Ok(Err(error)) => {
                tracing::error!(error = format!("{error:#}"), "the work on insights failed");
                MAX_SLEEP
            }
            Err(_) => {
                tracing::error!("the work on insights panicked");
                MAX_SLEEP
            }
        };
        tokio::select! {
            () = stop.cancelled() => {}
            // The listener ends with `stop`.
            waker = wake.changed() => if waker.is_err() { stop.cancelled().await },
            () = tokio::time::sleep(sleep) => {}
        }
    }
}

/// Works on waiting jobs until none is left, and returns how many there were.
///
/// # Errors
/// The database failed.
pub async fn drain(context: &Context, insights: &Insights) -> anyhow::Result<usize> {
    let (_waker, wake) = watch::channel(());
    let stop = CancellationToken::new();
    let mut worked = 0;
    while one(context, insights, &wake, &stop).await?.is_none() {
        worked += 1;
    }
    Ok(worked)
}

/// Claims a job and finishes it, or returns how long there will be none to claim.
async fn one(
    context: &Context,
    insights: &Insights,
    wake: &watch::Receiver<()>,
    stop: &CancellationToken,
) -> anyhow::Result<Option<Duration>> {
    let now = context.clock.now();
    let (claimed, next) = {
        let mut conn = context.conn().await?;
        let claimed = InsightJob::claim(lease(insights), now, &mut conn).await?;
        let next = match claimed {
            Some(_) => None,
            None => InsightJob::next_due(&mut conn).await?,
        };
        (claimed, next)
    };
    let Some(job) = claimed else {
        let until = next.map_or(MAX_SLEEP, |at| (at - now).to_std().unwrap_or_default());
        return Ok(Some(until.clamp(MIN_SLEEP, MAX_SLEEP)));
    };
    if job.attempts > ATTEMPTS {
        give_up(context, &job).await?;
        return Ok(None);
    }
    let made = AssertUnwindSafe(make(context, insights, &job)).catch_unwind();
    tokio::select! {
        made = made => match made.unwrap_or_else(|_| Err(anyhow::anyhow!("it panicked"))) {
            Ok(()) => tracing::info!(id = %job.id, keywords = job.keywords.len(), "insights were made"),
            Err(error) => {
                tracing::error!(id = %job.id, error = format!("{error:#}"), "could not make insights");
                let mut conn = context.conn().await?;
                job.put_off(context.clock.now() + PAUSE_AFTER_FAILURE, false, &mut conn).await?;
            }
        },
        // A pending request to a language model is dropped with its connection.
        taken = taken_away(context, &job, wake.clone()) => {
            taken?;
            tracing::info!(id = %job.id, "insights were cancelled");
        }
        () = stop.cancelled() => {
            let mut conn = context.conn().await?;
            job.put_off(context.clock.now(), true, &mut conn).await?;
        }
    }
    Ok(None)
}

fn lease(insights: &Insights) -> TimeDelta {
    let model = insights.model.as_ref();
    let patience = model.map(Model::patience).unwrap_or_default();
    LEASE + TimeDelta::from_std(patience).unwrap_or_default()
}

/// Completes when the job is no longer ours: cancelled, or taken over.
async fn taken_away(
    context: &Context,
    job: &InsightJob,
    mut wake: watch::Receiver<()>,
) -> anyhow::Result<()> {
    loop {
        if wake.changed().await.is_err() {
            // No more reports will arrive.
            return std::future::pending().await;
        }
        let mut conn = context.conn().await?;
        if !job.is_ours(&mut conn).await? {
            return Ok(());
        }
    }
}

async fn give_up(context: &Context, job: &InsightJob) -> anyhow::Result<()> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, anyhow::Error, _>(async move |conn| {
        if job.finish(Status::Failed, Some(FAILED), now, conn).await? {
            quota::give_back(context, job.user_id, job.created_at, conn).await?;
        }
        Ok(())
    })
    .await
}

/// Does the remaining part of a job, and stores its result.
async fn make(context: &Context, insights: &Insights, job: &InsightJob) -> anyhow::Result<()> {
    let done: HashSet<i32> = {
        let mut conn = context.conn().await?;
        job.done(&mut conn).await?.into_iter().collect()
    };
    let input = Arc::new(input(context, job).await?);
    let reports = reports(input.clone()).await?;
    let model = insights.model.as_ref();
    let mut budget = model.map(|model| model.budget(done.len()));
    for (position, (keyword, report)) in (0..).zip(input.keywords.iter().zip(reports)) {
        if done.contains(&position) {
            continue;
        }
        let part = part_of(context, insights, &input, keyword, report, budget.as_mut()).await;
        let part = serde_json::to_value(part)?;
        let mut conn = context.conn().await?;
        let until = context.clock.now() + lease(insights);
        if !job.store_part(position, &part, until, &mut conn).await? {
            // Another process has the job, or it was cancelled.
            return Ok(());
        }
    }
    finish(context, job).await
}

/// Makes the analyser's report of each keyword, on a thread where it blocks no other task.
async fn reports(input: Arc<Input>) -> anyhow::Result<Vec<Report>> {
    let analysed = tokio::task::spawn_blocking(move || {
        let analyser = Analyser::new(&input);
        let ids = input.keywords.iter().map(|keyword| keyword.id);
        ids.map(|id| analyser.keyword_report(id)).collect()
    });
    analysed.await.context("the analyser failed")
}

/// Loads the input of the job. It is the same whoever works on the job, except for what was added
/// or removed meanwhile.
async fn input(context: &Context, job: &InsightJob) -> anyhow::Result<Input> {
    let (length, until) = (TimeDelta::days(DAYS), job.created_at);
    let from = until - length;
    let mut conn = context.conn().await?;
    let compared = (from - length, until);
    let posts = found(job.user_id, &job.watch_ids, compared, &mut conn).await?;
    let since = rules_since(job, &mut conn).await?;
    let pairs = job.watch_ids.iter().zip(&job.keywords);
    let keywords = pairs.map(|(id, keyword)| Keyword {
        id: *id,
        keyword: keyword.clone(),
        // A keyword that has been deleted meanwhile has nothing to report.
        since: since.get(id).copied().unwrap_or(until),
    });
    Ok(Input { from, until, keywords: keywords.collect(), posts })
}

/// Returns the time since which each watch of the job has had its present rules.
async fn rules_since(
    job: &InsightJob,
    conn: &mut Conn,
) -> QueryResult<HashMap<Uuid, DateTime<Utc>>> {
    let rows: Vec<(Uuid, DateTime<Utc>)> = watches::table
        .filter(watches::id.eq_any(&job.watch_ids))
        .select((watches::id, watches::rule_changed_at))
        .load(conn)
        .await?;
    Ok(rows.into_iter().collect())
}

async fn part_of(
    context: &Context,
    insights: &Insights,
    input: &Input,
    keyword: &Keyword,
    report: Report,
    budget: Option<&mut Budget>,
) -> Part {
    let mut part = Part::new(keyword, report, context.clock.now());
    if let (Some(model), Some(budget)) = (&insights.model, budget) {
        match model.write(context, keyword, &part.report, input, budget).await {
            Ok(written) => part.written = Some(written),
            Err(reason) => part.fallback = Some(reason.to_string()),
        }
    }
    part
}

async fn finish(context: &Context, job: &InsightJob) -> anyhow::Result<()> {
    let now = context.clock.now();
    let mut conn = context.conn().await?;
    conn.transaction::<_, anyhow::Error, _>(async move |conn| {
        let parts = job.parts(conn).await?.into_iter();
        let parts: Result<Vec<Part>, _> =
            parts.map(|part| serde_json::from_value(part.part)).collect();
        if !job.finish(Status::Succeeded, None, now, conn).await? {
            return Ok(());
        }
        let stored = Stored { generated_at: now, keywords: parts? };
        let mut result = serde_json::to_value(stored)?;
        InsightResult::drop_missing(&mut result, conn).await?;
        let row = InsightResult {
            user_id: job.user_id,
            job_id: job.id,
            generated_at: now,
            result,
            cleared_at: None,
        };
        Ok(row.keep(conn).await?)
    })
    .await
}
