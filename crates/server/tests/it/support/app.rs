//! `TestApp::init().await.anon()` or `.with_user().await`: the real router over a fresh database.

use std::ops::Deref;
use std::path::Path;

use api::app::{self};
use axum::Router;
use axum::body::to_bytes;
use axum::http::{HeaderMap, Request, header};
use db::models::subscription::Plan;
use db::models::subscription::Status;
use db::models::user::{DEFAULT_BURST_LIMIT, EmailFrequency, Theme, User};
use db::pulse::Pulse;
use db::schema::{sessions, users};
use db::{Address, Part};
use deliver::billing::Stripe;
use deliver::delivery::Senders;
use deliver::insights::Insights;
use diesel_async::RunQueryDsl;
use domain::auth::SessionUser;
use domain::auth::passwords::Passwords;
use domain::live::Live;
use domain::watches::turns::{self, Turns};
use foundation::secrets::Secrets;
use foundation::time::clock::Clock;
use platform::config::{Config, Sources};
use platform::context::{self, Context};
use platform::instance::settings::InstanceSettings;
use platform::instance::sites::SitesRead;
use tower::ServiceExt;

use super::db::{address, fresh_database};
use super::prelude::*;

/// The secret that all tests sign with.
pub const SECRET: &str = "a-secret-for-tests-of-enough-length";

/// Adds an administrator, who has no session, unless there is one.
pub const ADD_ADMINISTRATOR: &str = "
    INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at,
                       is_administrator)
    VALUES (gen_random_uuid(), 'operator@example.com', '', 'Olga', 'Operator', now(), true)
    ON CONFLICT DO NOTHING";

/// An [`App`] with its own database, and the router over it.
pub struct TestApp {
    app: App,
    /// The database's URL, for other processes.
    pub database_url: String,
    site: Router,
    _data_dir: tempfile::TempDir,
}

impl Deref for TestApp {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl TestApp {
    pub async fn init() -> Self {
        Self::init_with(&[]).await
    }

    /// Builds the app with settings given as `area.key=value`.
    pub async fn init_with(settings: &[&str]) -> Self {
        Self::on(&fresh_database().await, settings).await
    }

    /// Builds the app with settings, on a given migrated database.
    pub async fn on(database_url: &str, settings: &[&str]) -> Self {
        Self::at(database_url, settings, start_of_tests()).await
    }

    /// Like [`TestApp::on`], at a time other than the real one.
    pub async fn at(database_url: &str, settings: &[&str], now: DateTime<Utc>) -> Self {
        let data_dir = tempfile::tempdir().unwrap();
        let config = config(settings, data_dir.path());
        let clock = Clock::manual(now);
        let database_url = database_url.to_owned();
        let app = build(config, &address(&database_url), clock).await;
        Self { site: harken::router::router(app.clone()), app, database_url, _data_dir: data_dir }
    }

    /// Returns a client of another process on the same database, or of this one after a restart:
    /// nothing kept in memory is shared.
    pub async fn restarted(&self) -> Client {
        let config = self.app.config.clone();
        let app = build(config, &self.app.database, self.app.clock.clone()).await;
        Client { site: harken::router::router(app), token: None }
    }

    /// Returns another process on the same database, with settings given as `area.key=value`.
    pub async fn with_settings(&self, settings: &[&str]) -> App {
        self.with_clock(self.app.clock.clone(), settings).await
    }

    /// Like `with_settings`, on a machine that has another clock.
    pub async fn with_clock(&self, clock: Clock, settings: &[&str]) -> App {
        let config = config(settings, &self.app.config.data_dir);
        build(config, &self.app.database, clock).await
    }

    /// Makes an administrator, without whom nobody can register.
    pub async fn set_up(self) -> Self {
        self.ensure_administrator().await;
        self
    }

    pub async fn ensure_administrator(&self) {
        self.sql(ADD_ADMINISTRATOR).await;
    }

    pub fn anon(self) -> (Self, Client) {
        let client = Client { site: self.site.clone(), token: None };
        (self, client)
    }

    /// Returns the app, a client without a token, and a signed-in one with its user.
    pub async fn with_user(self) -> (Self, Client, SignedIn) {
        let user = self.new_user("reader@example.com").await;
        let (app, anon) = self.anon();
        (app, anon, user)
    }

    /// Makes a signed-in, verified user on the Free plan. The password cannot be used: it has no
    /// hash.
    pub async fn new_user(&self, email: &str) -> SignedIn {
        let now = self.app.clock.now();
        let user = User {
            id: Uuid::now_v7(),
            email: email.to_owned(),
            password_hash: String::new(),
            first_name: "Ada".to_owned(),
            last_name: "Reader".to_owned(),
            email_verified_at: Some(now),
            plan: Plan::Free,
            subscription_status: Status::Active,
            email_notifications: true,
            email_frequency: EmailFrequency::Realtime,
            theme: Theme::System,
            time_zone: "UTC".to_owned(),
            created_at: now,
            updated_at: now,
            quiet_from: None,
            quiet_until: None,
            burst_limit: DEFAULT_BURST_LIMIT,
            snoozed_until: None,
            mail_refused_at: None,
            mail_refused_reason: None,
            feed_version: 1,
            password_version: 1,
            first_steps: true,
            is_administrator: false,
            suspended_at: None,
            mail_refused_kind: None,
            sets_aside: false,
        };
        let mut conn = self.app.conn().await.unwrap();
        diesel::insert_into(users::table).values(&user).execute(&mut conn).await.unwrap();
        drop(conn);
        SignedIn { client: self.sign_in(user.id).await, user }
    }

    /// Runs a statement, for states that no call of the API brings about.
    pub async fn sql(&self, statement: &str) {
        let mut conn = self.app.conn().await.unwrap();
        diesel::sql_query(statement).execute(&mut conn).await.unwrap();
    }

    /// Returns a client with a new session, whose token is valid for a quarter of an hour from now.
    pub async fn sign_in(&self, user_id: Uuid) -> Client {
        let auth = SessionUser { id: user_id, session_id: Uuid::now_v7() };
        let mut conn = self.app.conn().await.unwrap();
        diesel::insert_into(sessions::table)
            .values((
                diesel::ExpressionMethods::eq(sessions::id, auth.session_id),
                diesel::ExpressionMethods::eq(sessions::user_id, auth.id),
            ))
            .execute(&mut conn)
            .await
            .unwrap();
        let now = self.app.clock.now();
        let token = auth.access_token(&self.app.secrets, now, 15).unwrap();
        Client { site: self.site.clone(), token: Some(token) }
    }
}

fn config(settings: &[&str], data_dir: &Path) -> Config {
    let mut flags = vec![
        "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
        format!("auth.secret={SECRET}"),
        "database.api_connections=8".to_owned(),
    ];
    flags.extend(settings.iter().map(ToString::to_string));
    let mut config = Config::load(&Sources { flags, ..Sources::default() }).unwrap();
    config.data_dir = data_dir.to_owned();
    config
}

async fn build(config: Config, database: &Address, clock: Clock) -> App {
    let pools = db::Pools::open(database, &config.database);
    let secrets = Secrets::new(config.auth.secret.as_deref().unwrap());
    let sites = SitesRead::new(&config);
    let bus = platform::bus::connect(&config.bus, database).await.unwrap();
    App::new(app::Parts {
        senders: Arc::new(Senders::new(&config, &secrets).unwrap()),
        passwords: Passwords::new(config.auth.concurrent_hashes, config.auth.waiting_hashes),
        live: Arc::new(Live::of_notifications(bus.clone())),
        grouped: platform::answers::Answers::default(),
        previews: Turns::new(config.limits.searches, turns::MAX_WAIT),
        backfills: Turns::new(config.limits.searches, turns::MAX_WAIT),
        probes: Turns::new(config.limits.searches, turns::MAX_WAIT),
        heavy_reads: Turns::new(config.database.heavy_reads(), turns::MAX_WAIT),
        status: foundation::kept::Kept::default(),
        instance: Default::default(),
        insights: Arc::new(Insights::new(&config.insights).unwrap()),
        payments: Stripe::connect(&config).unwrap().map(Arc::new),
        sources: platform::sources::Sources::connect(&config, &clock, pools.of(Part::Ingest))
            .unwrap(),
        context: Context::new(context::Parts {
            pulse: Pulse::new(database, &clock),
            clock,
            pools,
            database: database.clone(),
            secrets,
            sites,
            settings: InstanceSettings::new(&config),
            metrics: foundation::telemetry::metrics::Metrics::default(),
            embeddings: context::open_embeddings(&config).unwrap(),
            bus,
            config,
        }),
    })
}

/// Returns the real time, so that the partitions made by the migration cover it. Tests move on from
/// here with `app.clock.advance(…)`.
fn start_of_tests() -> DateTime<Utc> {
    Clock::system().now()
}

pub struct SignedIn {
    pub client: Client,
    pub user: User,
}

impl SignedIn {
    /// Creates an API key with these scopes, and returns its token.
    pub async fn new_key(&self, scopes: &[&str]) -> String {
        let key = json!({"name": "a program", "scopes": scopes});
        let created = self.post("/api/keys", key).await.expect(201).json;
        created["token"].as_str().unwrap().to_owned()
    }
}

impl std::ops::Deref for SignedIn {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

#[derive(Clone)]
pub struct Client {
    pub site: Router,
    pub token: Option<String>,
}

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// Null if the body is not JSON.
    pub json: Value,
}

impl Answer {
    /// Returns the answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// Returns the code of an error body.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }
}

impl Client {
    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send("PUT", path, Some(body)).await
    }

    pub async fn patch(&self, path: &str) -> Answer {
        self.send("PATCH", path, None).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None).await
    }

    pub async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(json.to_string())
            }
            None => Body::empty(),
        };
        self.send_raw(request.body(body).unwrap()).await
    }

    pub async fn send_raw(&self, request: Request<Body>) -> Answer {
        let response = self.site.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 16 << 20).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status: parts.status.as_u16(), headers: parts.headers, text, json }
    }
}
