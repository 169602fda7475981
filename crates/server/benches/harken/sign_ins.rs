//! Measures the effect of a storm of sign-ins on other calls and on the process's memory: 64
//! connections sign in continuously, with right and wrong passwords alternately. `just bench
//! sign_ins`; with a number, that many sign-ins in total.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::Client;
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::arguments;
use crate::support::server::{self, Site};

const CONNECTIONS: usize = 64;
const QUIET: Duration = Duration::from_secs(10);
const STORM: Duration = Duration::from_secs(20);
const PASSWORD: &str = "Correct1horse";
/// The interval between calls, however long the earlier answers take.
const EVERY: Duration = Duration::from_millis(20);
const OTHERS: [&str; 4] =
    ["/api/users/profile", "/api/keywords", "/api/notifications", "/api/healthz"];

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let site = Arc::new(Site::start(&[]).await?);
    let hash = site.app.passwords.hash(PASSWORD.to_owned()).await?;
    let users = site.new_users(CONNECTIONS, &hash).await?;
    let token = site.token(users[0])?;
    println!("load before: {}; {:.0} MB resident", server::load(), site.resident_mb());

    // The first call on each connection to the database is slower.
    others(&site, &token, Duration::from_secs(2)).await?;
    report("quiet", others(&site, &token, QUIET).await?);

    let storm = Storm::begin(&site);
    report("storm", others(&site, &token, STORM).await?);
    println!("load during the storm: {}", server::load());
    let done = storm.done.load(Ordering::Relaxed);
    println!("{:.1} sign-ins a second", done as f64 / STORM.as_secs_f64());
    if let Some(number) = arguments::number::<usize>() {
        for tenth in 1..=10 {
            while storm.done.load(Ordering::Relaxed) < number * tenth / 10 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            let done = storm.done.load(Ordering::Relaxed);
            println!("after {done} sign-ins: {:.0} MB", site.resident_mb());
        }
    }
    let (done, answers) = storm.end().await;
    println!("after {done} sign-ins: {:.0} MB resident; answers {answers:?}", site.resident_mb());
    if let Some(site) = Arc::into_inner(site) {
        site.stop().await?;
    }
    Ok(())
}

struct Storm {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
    answers: Arc<Mutex<BTreeMap<u16, usize>>>,
    connections: JoinSet<()>,
}

impl Storm {
    fn begin(site: &Site) -> Self {
        let mut storm = Self {
            stop: Arc::default(),
            done: Arc::default(),
            answers: Arc::default(),
            connections: JoinSet::new(),
        };
        let url = format!("http://{}/api/auth/login", site.address);
        for n in 1..=CONNECTIONS {
            let (stop, done) = (storm.stop.clone(), storm.done.clone());
            let (answers, url) = (storm.answers.clone(), url.clone());
            storm.connections.spawn(async move {
                let client = Client::new();
                let mut is_right = n % 2 == 0;
                while !stop.load(Ordering::Relaxed) {
                    let password = if is_right { PASSWORD } else { "Wrong1password" };
                    is_right = !is_right;
                    let email = format!("reader{n}@example.com");
                    let body = json!({"email": email, "password": password});
                    let answer = client.post(&url).json(&body).send().await;
                    let status = answer.map_or(0, |answer| answer.status().as_u16());
                    if matches!(status, 200 | 401) {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    if let Ok(mut answers) = answers.lock() {
                        *answers.entry(status).or_default() += 1;
                    }
                }
            });
        }
        storm
    }

    async fn end(mut self) -> (usize, BTreeMap<u16, usize>) {
        self.stop.store(true, Ordering::Relaxed);
        while self.connections.join_next().await.is_some() {}
        let answers = self.answers.lock().map(|answers| answers.clone());
        (self.done.load(Ordering::Relaxed), answers.unwrap_or_default())
    }
}

/// Returns how long other calls take, by path; a call is measured from when it was due.
async fn others(
    site: &Site,
    token: &str,
    time: Duration,
) -> anyhow::Result<BTreeMap<&'static str, Vec<Duration>>> {
    let client = Client::new();
    let mut calls = JoinSet::new();
    let mut ticks = tokio::time::interval(EVERY);
    let number = time.as_millis() / EVERY.as_millis();
    for n in 0..usize::try_from(number)? {
        let due = ticks.tick().await;
        let path = OTHERS[n % OTHERS.len()];
        let request = client.get(format!("http://{}{path}", site.address));
        let request = request.bearer_auth(token);
        calls.spawn(async move {
            let answer = request.send().await?;
            let is_refused = !answer.status().is_success();
            answer.bytes().await?;
            let took = due.into_std().elapsed();
            Ok::<_, reqwest::Error>((path, is_refused, took))
        });
    }
    let mut times = BTreeMap::<_, Vec<_>>::new();
    let mut refused = 0;
    while let Some(call) = calls.join_next().await {
        let (path, is_refused, took) = call??;
        refused += usize::from(is_refused);
        times.entry(path).or_default().push(took);
    }
    if refused > 0 {
        println!("{refused} of {number} calls were refused");
    }
    Ok(times)
}

fn report(phase: &str, times: BTreeMap<&'static str, Vec<Duration>>) {
    let all: Vec<Duration> = times.values().flatten().copied().collect();
    for (path, mut times) in times.into_iter().chain([("all", all)]) {
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
        println!(
            "{phase}: {path:22} p50 {:8.2?}  p99 {:8.2?}  slowest {:8.2?}",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
