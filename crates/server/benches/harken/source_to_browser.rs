//! Measures the time from a post on Bluesky until a client has read its event, at 300 posts a second,
//! and from a deletion until the client has received it: `just bench source_to_browser`. First in one
//! process; then over NATS, with a reader, three shards and two API servers, each with its own bus and
//! pool. Stream, NATS, Postgres and sockets are real; the network is the stand-in.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use api::app::App;
use db::embedded::{Durability, Embedded};
use db::models::match_shard::MatchShard;
use db::{Address, Conn, Part};
use diesel_async::AsyncConnection;
use futures::StreamExt;
use ingest::shards;
use platform::bus;
use platform::config::{Config, Sources};
use serde_json::json;
use sims::jetstream::{NewPost, PostId};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::support::nats::Nats;
use crate::support::{database, rows};

const POSTS_A_SECOND: u32 = 300;
const SECONDS: u32 = 30;
/// One in this many posts matches.
const MATCHING: u32 = 10;
const DELETED: usize = 50;
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    for is_divided in [false, true] {
        let nats = match is_divided {
            true => Some(Nats::start_keeping().await),
            false => None,
        };
        println!("{}", if is_divided { "over NATS:" } else { "in one process:" });
        let (database, folder) = database::start(Durability::Full).await?;
        let measured = measure(&database, folder.path(), nats.as_ref()).await;
        database.stop().await;
        let (posted, deleted) = measured?;
        report("  post to event", posted);
        report("  deletion to event", deleted);
    }
    Ok(())
}

/// Opens the app of one process.
async fn open(database: &Embedded, data_dir: &Path, flags: &[String]) -> anyhow::Result<App> {
    let mut config = Config::load(&Sources { flags: flags.to_vec(), ..Sources::default() })?;
    config.data_dir = data_dir.to_owned();
    let address = Address::parse(database.url())?;
    let bus = bus::connect(&config.bus, &address).await?;
    harken::run::build_app_on(bus, config, &address).await
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    println!(
        "{what}, {} of them at {POSTS_A_SECOND} posts a second: median {:.0?}, p99 {:.0?}, slowest {:.0?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

type Times = Vec<Duration>;

async fn measure(
    database: &Embedded,
    data_dir: &Path,
    nats: Option<&Nats>,
) -> anyhow::Result<(Times, Times)> {
    let bluesky = sims::jetstream::start(sims::jetstream::Config::for_tests()).await?;
    let url = bluesky.base_url();
    let mut flags = vec![
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "auth.secret=a-secret-for-benchmarks-of-enough-length".to_owned(),
        "server.plans=off".to_owned(),
        "bluesky.enabled=true".to_owned(),
        format!("bluesky.stream_urls={url}"),
        format!("bluesky.api_url={url}"),
    ];
    flags.extend(nats.iter().flat_map(|nats| nats.settings()));
    let stop = CancellationToken::new();
    let mut jobs = JoinSet::new();
    let reading = open(database, data_dir, &flags).await?;
    let mut serving = vec![reading.clone()];
    if let Some(log) = reading.bus.items() {
        log.open().await?;
        MatchShard::divide(3, &mut *reading.conn().await?).await?;
        for _ in 0..3 {
            let matching = open(database, data_dir, &flags).await?;
            let (context, bluesky) =
                (matching.context.of(Part::Ingest), matching.sources.bluesky.clone());
            jobs.spawn(shards::run(context, bluesky, stop.clone()));
        }
        serving.clear();
        for _ in 0..2 {
            serving.push(open(database, data_dir, &flags).await?);
        }
        // Each process takes one shard.
        while MatchShard::count_free(reading.clock.now(), &mut *reading.conn().await?).await? > 0 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let mut conn = Conn::establish(database.url()).await?;
    let auth = rows::new_user("reader@example.com", reading.clock.now(), &mut conn).await?;
    let sources = reading.sources.clone();
    jobs.spawn(ingest::run(reading.context.of(Part::Ingest), sources, stop.clone()));

    let (events_of, mut events) = unbounded_channel();
    let token = auth.access_token(&reading.secrets, reading.clock.now(), 15)?;
    let client = reqwest::Client::new();
    let mut bases = Vec::new();
    for app in &serving {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        bases.push(format!("http://{}", listener.local_addr()?));
        jobs.spawn(harken::http_server::serve(listener, app.clone(), stop.clone()));
        let (streams, insights) = (app.live.clone(), app.insights.streams.clone());
        jobs.spawn(domain::live::run(app.context.clone(), streams, insights, stop.clone()));
    }
    client
        .post(format!("{}/api/keywords", bases[0]))
        .bearer_auth(&token)
        .json(&json!({ "keyword": "quillfeather", "subreddits": ["bsky.app"] }))
        .send()
        .await?
        .error_for_status()?;
    for (number, base) in bases.iter().enumerate() {
        let answer = client
            .get(format!("{base}/api/live"))
            .bearer_auth(&token)
            .send()
            .await?
            .error_for_status()?;
        tokio::spawn(lines_of(answer, number, events_of.clone()));
    }
    drop(events_of);
    bluesky.control.until(|sim| sim.subscribers() > 0).await;

    let mut waiting: BTreeMap<(usize, String), (PostId, Instant)> = BTreeMap::new();
    let (mut posted, mut there) = (Vec::new(), Vec::new());
    let mut pace = tokio::time::interval(Duration::from_secs(1) / POSTS_A_SECOND);
    let mut n = 0;
    while n < POSTS_A_SECOND * SECONDS || !waiting.is_empty() {
        tokio::select! {
            _ = pace.tick(), if n < POSTS_A_SECOND * SECONDS => {
                let is_matching = n % MATCHING == 0;
                let word = if is_matching { "quillfeather" } else { "kettle" };
                let text = format!("My {word} number {n}.");
                let begun = Instant::now();
                let id = bluesky.control.post(NewPost::text(&text))?;
                for number in 0..bases.len() {
                    if is_matching {
                        waiting.insert((number, text.clone()), (id.clone(), begun));
                    }
                }
                n += 1;
            }
            line = next(&mut events) => {
                let (number, line, came) = line?;
                let mut keys = waiting.keys();
                let found = keys.find(|(of, text)| *of == number && line.contains(text.as_str())).cloned();
                if let Some((id, begun)) = found.and_then(|key| waiting.remove(&key)) {
                    posted.push(came - begun);
                    if number == 0 {
                        there.push(id);
                    }
                }
            }
        }
    }
    let mut deleted = Vec::new();
    for id in there.iter().take(DELETED) {
        let begun = Instant::now();
        bluesky.control.delete(id)?;
        loop {
            let (number, line, came) = next(&mut events).await?;
            if number == 0 && line.contains("\"gone\":true") {
                deleted.push(came - begun);
                break;
            }
        }
    }
    stop.cancel();
    drop(events);
    while jobs.join_next().await.is_some() {}
    bluesky.stop().await;
    Ok((posted, deleted))
}

/// A line of a stream, with the stream's number and the time of arrival.
type Line = (usize, String, Instant);

/// Reads the lines of a stream.
async fn lines_of(answer: reqwest::Response, number: usize, lines: UnboundedSender<Line>) {
    let mut pieces = answer.bytes_stream();
    let mut rest = String::new();
    while let Some(Ok(piece)) = pieces.next().await {
        let came = Instant::now();
        rest.push_str(&String::from_utf8_lossy(&piece));
        while let Some((line, after)) = rest.split_once('\n') {
            let line = line.to_owned();
            rest = after.to_owned();
            if lines.send((number, line, came)).is_err() {
                return;
            }
        }
    }
}

async fn next(lines: &mut UnboundedReceiver<Line>) -> anyhow::Result<Line> {
    let line = tokio::time::timeout(PATIENCE, lines.recv()).await;
    line.context("nothing came for too long")?.context("the stream ended")
}
