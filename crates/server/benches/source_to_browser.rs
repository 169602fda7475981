//! How long it takes from a post on Bluesky until a client has read its event, with 100 posts a second, and
//! from a deletion until the client has heard of it: `cargo bench -p harken --bench source_to_browser`.
//! Stream, Postgres and sockets are real; the network is the stand-in.

mod database;
mod rows;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use diesel_async::AsyncConnection;
use futures::StreamExt;
use harken::config::{Config, Sources};
use harken::db::embedded::{Durability, Embedded};
use harken::db::{Address, Conn};
use jetstream_sim::{NewPost, PostId};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::sync::CancellationToken;

const POSTS_A_SECOND: u32 = 100;
const SECONDS: u32 = 30;
/// Every so many posts match.
const MATCHING: u32 = 10;
const DELETED: usize = 50;
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(&database, folder.path().to_owned()).await;
    database.stop().await;
    let (posted, deleted) = measured?;
    report("post to event", posted);
    report("deletion to event", deleted);
    Ok(())
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

async fn measure(database: &Embedded, data_dir: PathBuf) -> anyhow::Result<(Times, Times)> {
    let bluesky = jetstream_sim::start(jetstream_sim::Config::for_tests()).await?;
    let url = bluesky.base_url();
    let flags = vec![
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        "server.plans=off".to_owned(),
        "bluesky.enabled=true".to_owned(),
        format!("bluesky.stream_urls={url}"),
        format!("bluesky.api_url={url}"),
    ];
    let mut config = Config::load(&Sources {
        flags,
        ..Sources::default()
    })?;
    config.data_dir = data_dir;
    let app = harken::run::build_app(config, &Address::parse(database.url())?).await?;
    let mut conn = Conn::establish(database.url()).await?;
    let auth = rows::new_user("reader@example.com", app.clock.now(), &mut conn).await?;

    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    let server = harken::http_server::serve(listener, app.clone(), stop.clone());
    let server = tokio::spawn(server);
    let (streams, insights) = (app.live.clone(), app.insights.streams.clone());
    let live = harken::live::run(app.context.clone(), streams, insights, stop.clone());
    let live = tokio::spawn(live);
    let ingest = harken::ingest::run(app.context.clone(), app.sources.clone(), stop.clone());
    let ingest = tokio::spawn(ingest);

    let token = app.secrets.access_token(auth, app.clock.now(), 15)?;
    let client = reqwest::Client::new();
    client
        .post(format!("http://{address}/api/keywords"))
        .bearer_auth(&token)
        .json(&json!({ "keyword": "quillfeather", "subreddits": ["bsky.app"] }))
        .send()
        .await?
        .error_for_status()?;
    let answer = client
        .get(format!("http://{address}/api/live"))
        .bearer_auth(&token)
        .send()
        .await?
        .error_for_status()?;
    let mut events = lines_of(answer);
    bluesky.control.until(|sim| sim.subscribers() > 0).await;

    let mut waiting: BTreeMap<String, (PostId, Instant)> = BTreeMap::new();
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
                if is_matching {
                    waiting.insert(text, (id, begun));
                }
                n += 1;
            }
            line = next(&mut events) => {
                let (line, came) = line?;
                let found = waiting.keys().find(|text| line.contains(text.as_str())).cloned();
                if let Some((id, begun)) = found.and_then(|text| waiting.remove(&text)) {
                    posted.push(came - begun);
                    there.push(id);
                }
            }
        }
    }
    let mut deleted = Vec::new();
    for id in there.iter().take(DELETED) {
        let begun = Instant::now();
        bluesky.control.delete(id)?;
        loop {
            let (line, came) = next(&mut events).await?;
            if line.contains("\"gone\":true") {
                deleted.push(came - begun);
                break;
            }
        }
    }
    stop.cancel();
    ingest.await?;
    live.await?;
    drop(events);
    server.await?;
    bluesky.stop().await;
    Ok((posted, deleted))
}

/// Reads the lines of a stream, each with the time at which it came.
fn lines_of(answer: reqwest::Response) -> UnboundedReceiver<(String, Instant)> {
    let (sender, lines) = unbounded_channel();
    tokio::spawn(async move {
        let mut pieces = answer.bytes_stream();
        let mut rest = String::new();
        while let Some(Ok(piece)) = pieces.next().await {
            let came = Instant::now();
            rest.push_str(&String::from_utf8_lossy(&piece));
            while let Some((line, after)) = rest.split_once('\n') {
                let line = line.to_owned();
                rest = after.to_owned();
                if sender.send((line, came)).is_err() {
                    return;
                }
            }
        }
    });
    lines
}

async fn next(
    lines: &mut UnboundedReceiver<(String, Instant)>,
) -> anyhow::Result<(String, Instant)> {
    let line = tokio::time::timeout(PATIENCE, lines.recv()).await;
    line.context("nothing came for too long")?
        .context("the stream ended")
}
