//! The ways to take more than one's share.

use std::time::{Duration, Instant};

use diesel_async::SimpleAsyncConnection;
use ingest::retention::purge::purge_once;
use reqwest::Method;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{Ingest, User, post, slow};

const ENDPOINTS: usize = 16;
const CLIENTS: usize = 16;
const PAGE: usize = 100;
/// About the rate of the forum at its busiest.
const PAGES_EVERY: Duration = Duration::from_millis(600);
const NOTIFICATIONS: usize = 200_000;
/// Adds a user with `{n}` notifications.
const MANY: &str = "
    INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified_at)
    VALUES (gen_random_uuid(), 'many@example.com', '', 'A', 'B', now());
    INSERT INTO notifications (id, seen_at, item_id, watch_id, user_id, seq, keyword, matches, created_at)
    SELECT gen_random_uuid(), now(), gen_random_uuid(), gen_random_uuid(), users.id, n, 'many', '[]', now()
    FROM users, generate_series(1, {n}) AS n WHERE email = 'many@example.com'";
/// A query just below the maximum cost.
const EXPENSIVE: &str = r"zqx /[a-z]([a-z ]{1,40})zqx/";

#[derive(Debug, Clone, Copy)]
pub(crate) enum Greed {
    Quiet,
    /// Sends alerts to receivers that answer after 14 seconds.
    SlowReceivers,
    /// The same receivers no longer accept connections, and thousands of alerts to them wait.
    BrokenReceivers,
    /// Watches a word that each item contains.
    HotWatch,
    /// Previews the most expensive query repeatedly.
    Previews,
    /// Switches a watch off and on.
    Toggles,
    /// Searches and exports everything.
    Searches,
    /// Deletes an account with many notifications.
    Deletion,
}

impl Greed {
    pub(crate) const ALL: [Self; 8] = [
        Self::Quiet,
        Self::HotWatch,
        Self::Previews,
        Self::Toggles,
        Self::Searches,
        Self::Deletion,
        Self::SlowReceivers,
        Self::BrokenReceivers,
    ];

    pub(crate) fn describe(self) -> String {
        match self {
            Self::Quiet => "nobody does anything".to_owned(),
            Self::HotWatch => "167 matches a second of one watch".to_owned(),
            Self::SlowReceivers => format!("{ENDPOINTS} receivers that answer after 14 s"),
            Self::BrokenReceivers => "those receivers gone, with what waits for them".to_owned(),
            Self::Previews => format!("{CLIENTS} previews at once of an expensive query"),
            Self::Toggles => "a watch switched twenty times a second".to_owned(),
            Self::Searches => format!("{CLIENTS} searches and {CLIENTS} exports at once"),
            Self::Deletion => format!("an account of {NOTIFICATIONS} notifications deleted"),
        }
    }

    /// Starts the greedy behaviour, which lasts until `over`.
    pub(crate) async fn begin(
        self,
        user: &User,
        ingest: &Ingest,
        over: &CancellationToken,
        tasks: &TaskTracker,
    ) -> anyhow::Result<()> {
        match self {
            // Alerts that the receivers were slow to accept are still waiting.
            Self::Quiet | Self::BrokenReceivers => {}
            Self::HotWatch => {
                user.add_watch("the").await?;
                pages("the", ingest, over, tasks);
            }
            Self::SlowReceivers => {
                let address = slow::start(over, tasks).await?;
                user.add_watch("everybody").await?;
                for number in 0..ENDPOINTS {
                    user.add_webhook(&format!("http://{address}/{number}")).await?;
                }
                pages("everybody", ingest, over, tasks);
            }
            Self::Previews => {
                let body = json!({"keyword": EXPENSIVE, "mode": "query", "subreddits": ["all"]});
                for _ in 0..CLIENTS {
                    let (user, body) = (user.clone(), body.clone());
                    go_on(over, tasks, async move {
                        loop {
                            let path = "/keywords/preview";
                            let _ = user.call(Method::POST, path, Some(&body)).await;
                        }
                    });
                }
            }
            Self::Toggles => {
                let watch = user.add_watch("switched").await?;
                let (user, path) = (user.clone(), format!("/keywords/{watch}/toggle"));
                go_on(over, tasks, async move {
                    loop {
                        let _ = user.call(Method::PATCH, &path, None).await;
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                });
            }
            Self::Searches => {
                let paths =
                    ["/notifications/search?q=the&limit=100", "/notifications/export?format=json"];
                for number in 0..2 * CLIENTS {
                    let (user, path) = (user.clone(), paths[number % 2]);
                    go_on(over, tasks, async move {
                        loop {
                            let _ = user.call(Method::GET, path, None).await;
                        }
                    });
                }
            }
            Self::Deletion => {
                let pool = ingest.context.pool.clone();
                let make = MANY.replace("{n}", &NOTIFICATIONS.to_string());
                pool.get().await?.batch_execute(&make).await?;
                go_on(over, tasks, async move {
                    if let Ok(mut conn) = pool.get().await {
                        let delete = "DELETE FROM users WHERE email = 'many@example.com'";
                        let _ = conn.batch_execute(delete).await;
                    }
                    // As ingest does.
                    loop {
                        let began = Instant::now();
                        let Ok(Some(_)) = purge_once(&pool).await else {
                            return;
                        };
                        tokio::time::sleep(began.elapsed()).await;
                    }
                });
            }
        }
        Ok(())
    }
}

/// Stores pages of items that the watch matches.
fn pages(word: &'static str, ingest: &Ingest, over: &CancellationToken, tasks: &TaskTracker) {
    let ingest = ingest.clone();
    go_on(over, tasks, async move {
        loop {
            let items = (0..PAGE).map(|number| post(&format!("Of {word} and others {number}")));
            let _ = ingest.store(items.collect()).await;
            tokio::time::sleep(PAGES_EVERY).await;
        }
    });
}

fn go_on(
    over: &CancellationToken,
    tasks: &TaskTracker,
    greed: impl Future<Output = ()> + Send + 'static,
) {
    tasks.spawn(over.clone().run_until_cancelled_owned(greed));
}
