//! The command `sims forum`.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::forum::{Config, start};
use chrono::TimeDelta;

/// A stand-in for Reddit that speaks its API and fills itself with made-up posts.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// URL at which browsers reach the pages [default: http:// and the listen address]
    #[arg(long)]
    site_base: Option<String>,
    /// Seed of the made-up items
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// New items per second; 0 creates them on demand only
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// Number of items that exist at the start
    #[arg(long, default_value_t = 600)]
    backfill: usize,
    /// Hours over which these items are spread
    #[arg(long, default_value_t = 30)]
    backfill_hours: u32,
    /// OAuth client id
    #[arg(long, default_value = "harken-demo")]
    client_id: String,
    /// OAuth client secret
    #[arg(long, default_value = "harken-demo-secret")]
    client_secret: String,
    /// Lifetime of an access token, in seconds
    #[arg(long, default_value_t = 86_400)]
    token_seconds: u32,
    /// Requests that a client may make in ten minutes
    #[arg(long, default_value_t = 1_000)]
    budget: u32,
    /// Share of new items (0 to 1) that come with an edit, deletion or removal of a recent one
    #[arg(long, default_value_t = 0.02)]
    churn: f64,
    /// Omit the pinned posts
    #[arg(long)]
    no_stickied: bool,
    /// Ignore the names in a joined listing after this number of them
    #[arg(long, value_name = "NAMES")]
    max_names: Option<usize>,
    /// Reject a joined listing whose names take more bytes
    #[arg(long, value_name = "BYTES")]
    max_name_bytes: Option<usize>,
    /// Items to play instead of made-up ones: NDJSON of {id, kind, subreddit, title, body, author}
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

/// Runs the stand-in until the program is terminated.
///
/// # Errors
/// [`start`] fails, or signals cannot be listened for.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let handle = start(Config {
        listen: args.listen,
        site_base: args.site_base,
        seed: args.seed,
        rate: args.rate,
        backfill: args.backfill,
        backfill_span: TimeDelta::hours(i64::from(args.backfill_hours)),
        client_id: args.client_id,
        client_secret: args.client_secret,
        token_life: TimeDelta::seconds(i64::from(args.token_seconds)),
        budget: args.budget,
        churn: args.churn,
        stickied: !args.no_stickied,
        max_names: args.max_names.unwrap_or(usize::MAX),
        max_name_bytes: args.max_name_bytes.unwrap_or(usize::MAX),
        replay: args.replay,
        ..Config::default()
    })
    .await?;
    handle.serve("forum").await
}
