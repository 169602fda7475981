//! Runs Harken's API as a separate process, with its own database, with users.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use api::app::App;
use db::Address;
use db::embedded::{Durability, Embedded};
use db::schema::sessions;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::RunQueryDsl;
use domain::auth::SessionUser;
use platform::bus;
use platform::config::{Config, Sources};
use tempfile::TempDir;
use tokio::process::Child;

use super::{database, process, processor};

pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    /// An app in this process, over the same database.
    pub(crate) app: App,
    process: Child,
    database: Embedded,
    _folder: TempDir,
}

impl Site {
    pub(crate) async fn start(settings: &[&str]) -> anyhow::Result<Self> {
        let (database, folder) = database::start(Durability::Full).await?;
        let mut all = vec![
            "mail.smtp_url=smtp://127.0.0.1:1".to_owned(),
            "auth.secret=a-secret-for-benchmarks-of-enough-length".to_owned(),
            "limits.calls_per_minute=1000000000".to_owned(),
            "limits.connections=100000".to_owned(),
            "limits.connections_per_address=100000".to_owned(),
            "auth.attempts_per_quarter_hour=1000000000".to_owned(),
        ];
        all.extend(settings.iter().map(ToString::to_string));
        let sources = Sources { flags: all.clone(), ..Sources::default() };
        let address = Address::parse(database.url())?;
        let config = Config::load(&sources)?;
        let bus = bus::connect(&config.bus, &address).await?;
        let app = harken::run::build_app_on(bus, config, &address).await?;
        all.push(format!("database.url={}", database.url()));
        let (process, address) = process::serving(folder.path(), &all, "true").await;
        Ok(Self { address, app, process, database, _folder: folder })
    }

    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        self.process.kill().await?;
        self.database.stop().await;
        Ok(())
    }

    pub(crate) fn resident_mb(&self) -> f64 {
        process::resident_kb(&self.process) as f64 / 1024.0
    }

    /// Returns the processor time that the API has used so far.
    pub(crate) fn on_processor(&self) -> anyhow::Result<Duration> {
        processor::of_process(self.process.id().context("it has ended")?)
    }

    /// Adds verified users `reader1@example.com` and so on, each with a session.
    pub(crate) async fn new_users(
        &self,
        number: usize,
        password_hash: &str,
    ) -> anyhow::Result<Vec<SessionUser>> {
        let mut conn = self.app.conn().await?;
        diesel::sql_query(
            "WITH made AS (
                INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
                SELECT gen_random_uuid(), 'reader' || n || '@example.com', $2, 'Ada', 'Reader', now()
                FROM generate_series(1, $1) AS n
                RETURNING id)
             INSERT INTO sessions (id, user_id) SELECT gen_random_uuid(), id FROM made",
        )
        .bind::<Integer, _>(i32::try_from(number)?)
        .bind::<Text, _>(password_hash)
        .execute(&mut conn)
        .await?;
        let rows = sessions::table.select((sessions::user_id, sessions::id));
        let rows = rows.load(&mut conn).await?.into_iter();
        Ok(rows.map(|(id, session_id)| SessionUser { id, session_id }).collect())
    }

    /// Returns an access token of `user`, valid for a day.
    pub(crate) fn token(&self, user: SessionUser) -> anyhow::Result<String> {
        let (secrets, now) = (&self.app.secrets, self.app.clock.now());
        user.access_token(secrets, now, 24 * 60)
    }
}

/// Returns the machine's load, for comparing figures.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}
