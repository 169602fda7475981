//! Measures how long payment events wait for their answer while the worker calls a slow provider:
//! `just bench webhooks`, with a number of events after it for a quick run.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use aws_lc_rs::hmac;
use chrono::Utc;
use db::embedded::Durability;
use db::{Address, Conn, Part};
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use platform::config::{Config, Sources};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::support::{arguments, database};

const EVENTS: usize = 6_000;
/// The highest rate that some hundred thousand subscriptions cause when they renew in one night.
const EVENTS_PER_SECOND: u32 = 100;
/// Stripe sends to an endpoint over several connections at the same time.
const CONNECTIONS: usize = 32;
const SECRET: &str = "whsec_bench";
/// The time that each call of the provider takes.
const CALL: Duration = Duration::from_millis(300);

#[tokio::main]
pub(crate) async fn run() -> anyhow::Result<()> {
    let events = arguments::number();
    let (database, folder) = database::start(Durability::Full).await?;
    let measured = measure(database.url(), folder.path(), events.unwrap_or(EVENTS)).await;
    database.stop().await;
    measured
}

async fn measure(url: &str, data_dir: &std::path::Path, events: usize) -> anyhow::Result<()> {
    let provider = slow_provider().await?;
    let mut config = Config::load(&Sources {
        flags: vec![
            "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
            "limits.calls_per_minute=100000000".to_owned(),
            "payments.provider=stripe".to_owned(),
            "payments.stripe.secret_key=sk_test_bench".to_owned(),
            format!("payments.stripe.webhook_secret={SECRET}"),
            "payments.stripe.monthly_price_id=price_month".to_owned(),
            "payments.stripe.yearly_price_id=price_year".to_owned(),
            format!("payments.stripe.api_base=http://{provider}"),
        ],
        ..Sources::default()
    })?;
    config.data_dir = data_dir.to_owned();
    let app = harken::run::build_app(config, &Address::parse(url)?).await?;
    make_customers(url).await?;
    let stop = CancellationToken::new();
    let provider = app.payments.clone().context("nothing is sold")?;
    let worker =
        deliver::billing::worker::run(app.context.of(Part::Delivery), provider, stop.clone());
    let worker = tokio::spawn(worker);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(harken::http_server::serve(listener, app, stop.clone()));
    let mut took = send_all(address, events).await?;
    stop.cancel();
    worker.await?;
    took.sort_unstable();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    println!(
        "{events} events, {EVENTS_PER_SECOND} a second over {CONNECTIONS} connections, each call of \
         the provider {} ms",
        CALL.as_millis()
    );
    println!("median ms  p95 ms  p99 ms  longest ms");
    println!("{:>9.1}  {:>6.1}  {:>6.1}  {:>10.1}", at(0.5), at(0.95), at(0.99), at(1.0));
    Ok(())
}

/// Starts a provider that has no subscriptions and answers late.
async fn slow_provider() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let answer = async || {
        tokio::time::sleep(CALL).await;
        axum::Json(serde_json::json!({"object": "list", "data": [], "has_more": false}))
    };
    let router = axum::Router::new().fallback(answer);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

async fn make_customers(url: &str) -> anyhow::Result<()> {
    let mut conn = Conn::establish(url).await?;
    conn.batch_execute(
        "INSERT INTO users (id, email, password_hash, first_name, last_name)
         SELECT gen_random_uuid(), 'reader' || n || '@example.com', '', 'Ada', 'Reader'
         FROM generate_series(0, 999) AS n;
         INSERT INTO billing_customers (id, user_id, provider, provider_id, look_at, created_at)
         SELECT gen_random_uuid(), id, 'stripe', 'cus_' || substr(email, 7, position('@' IN email) - 7),
                now() + interval '1 day', now()
         FROM users;
         ANALYZE;",
    )
    .await?;
    Ok(())
}

async fn send_all(address: SocketAddr, events: usize) -> anyhow::Result<Vec<Duration>> {
    let each = events.div_ceil(CONNECTIONS);
    let senders: Vec<_> =
        (0..CONNECTIONS).map(|sender| tokio::spawn(send(address, sender, each))).collect();
    let mut took = Vec::new();
    for sender in senders {
        took.extend(sender.await??);
    }
    Ok(took)
}

async fn send(address: SocketAddr, sender: usize, events: usize) -> anyhow::Result<Vec<Duration>> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let url = format!("http://{address}/api/webhooks/stripe");
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
    let mut took = Vec::with_capacity(events);
    let start = tokio::time::Instant::now();
    let share = Duration::from_secs(1) / EVENTS_PER_SECOND;
    for n in 0..events {
        // Each at its own time, regardless of the previous one: waiting time counts.
        let place = u32::try_from(n * CONNECTIONS + sender)?;
        let due = start + share * place;
        tokio::time::sleep_until(due).await;
        let body = event(sender, n);
        let time = Utc::now().timestamp();
        let tag = hmac::sign(&key, format!("{time}.{body}").as_bytes());
        let hex: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        let answer = client
            .post(&url)
            .header("stripe-signature", format!("t={time},v1={hex}"))
            .body(body)
            .send()
            .await?;
        anyhow::ensure!(answer.status() == 200, "{}", answer.status());
        answer.bytes().await?;
        took.push(due.elapsed());
    }
    Ok(took)
}

/// Returns an event as large as those of Stripe.
fn event(sender: usize, n: usize) -> String {
    let object = serde_json::json!({
        "id": "sub_1", "object": "subscription", "customer": format!("cus_{}", n % 1_000),
        "description": "x".repeat(4_000),
    });
    let event = serde_json::json!({
        "id": format!("evt_{sender}_{n}"), "object": "event", "created": Utc::now().timestamp(),
        "type": "customer.subscription.updated", "data": {"object": object},
    });
    event.to_string()
}
