//! Runs the stand-ins, each on a port of its own, and sets the settings that point Harken to them.

use chrono::TimeDelta;
use db::embedded::create_data_dir;

use crate::ports::free_address;
use crate::settings::Settings;

/// New forum items per second: enough for a first alert within a minute or two, and calm after that.
const FORUM_RATE: f64 = 2.0;
/// Items that the forum has at the start, over a week. They are the same at every start, and its listings reach back
/// to all of them.
const PAST_ITEMS: usize = 1_500;
const PAST: TimeDelta = TimeDelta::days(7);

/// The running stand-ins. The other services are configured to be the real ones, or are off.
#[derive(Default)]
pub(crate) struct StandIns {
    forum: Option<sims::forum::Handle>,
    hacker_news: Option<sims::hacker_news::Handle>,
    bluesky: Option<sims::jetstream::Handle>,
    lemmy: Option<sims::lemmy::Handle>,
    feeds: Option<sims::feed::Handle>,
    payments: Option<sims::stripe::Handle>,
}

impl StandIns {
    /// Starts a stand-in for each service that is not configured.
    ///
    /// # Errors
    /// A stand-in cannot listen.
    pub(crate) async fn start(settings: &mut Settings) -> anyhow::Result<Self> {
        let mut running = Self::default();
        if !settings.sets("forum.client_id") {
            running.forum = Some(forum(settings).await?);
        }
        if !settings.sets_any_of("hacker_news") {
            running.hacker_news = Some(hacker_news(settings).await?);
        }
        if !settings.sets_any_of("bluesky") {
            running.bluesky = Some(bluesky(settings).await?);
        }
        if !settings.sets_any_of("lemmy") {
            running.lemmy = Some(lemmy(settings).await?);
        }
        if !settings.sets_any_of("feeds") {
            running.feeds = Some(feeds(settings).await?);
        }
        if !settings.sets("payments.provider") {
            running.payments = Some(payments(settings).await?);
        }
        Ok(running)
    }

    /// Stops all stand-ins.
    ///
    /// # Errors
    /// The state of the payments stand-in cannot be saved.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        let saved = self.payments.as_ref().map_or(Ok(()), |it| it.control.save());
        stop(self.payments).await;
        stop(self.feeds).await;
        stop(self.lemmy).await;
        stop(self.bluesky).await;
        stop(self.hacker_news).await;
        stop(self.forum).await;
        saved
    }
}

async fn stop<S>(stand_in: Option<sims::kit::Handle<S>>) {
    if let Some(stand_in) = stand_in {
        stand_in.stop().await;
    }
}

/// Returns the URL at which Harken, and a browser on this machine, reach a port.
fn local(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

async fn forum(settings: &mut Settings) -> anyhow::Result<sims::forum::Handle> {
    let listen = free_address(settings.ip(), 8090)?;
    let url = local(listen.port());
    let config = sims::forum::Config {
        listen,
        site_base: Some(url.clone()),
        rate: FORUM_RATE,
        backfill: PAST_ITEMS,
        backfill_span: PAST,
        ..Default::default()
    };
    settings.add("forum.api_url", &url);
    settings.add("forum.site_url", &url);
    settings.add("forum.token_url", &format!("{url}/api/v1/access_token"));
    settings.add("forum.client_id", &config.client_id);
    settings.add("forum.client_secret", &config.client_secret);
    settings.add("forum.user_agent", "server:harken-demo:0.1 (by /u/harken-demo)");
    settings.add("forum.poll_seconds", "2");
    sims::forum::start(config).await
}

async fn hacker_news(settings: &mut Settings) -> anyhow::Result<sims::hacker_news::Handle> {
    let listen = free_address(settings.ip(), 8070)?;
    let url = local(listen.port());
    settings.add("hacker_news.enabled", "true");
    settings.add("hacker_news.api_url", &url);
    settings.add("hacker_news.site_url", &url);
    sims::hacker_news::start(sims::hacker_news::Config { listen, ..Default::default() }).await
}

async fn bluesky(settings: &mut Settings) -> anyhow::Result<sims::jetstream::Handle> {
    let listen = free_address(settings.ip(), 8071)?;
    let url = local(listen.port());
    settings.add("bluesky.enabled", "true");
    for key in ["stream_urls", "api_url", "site_url"] {
        settings.add(&format!("bluesky.{key}"), &url);
    }
    sims::jetstream::start(sims::jetstream::Config { listen, ..Default::default() }).await
}

async fn lemmy(settings: &mut Settings) -> anyhow::Result<sims::lemmy::Handle> {
    let listen = free_address(settings.ip(), 8073)?;
    settings.add("lemmy.enabled", "true");
    settings.add("lemmy.instances", &local(listen.port()));
    sims::lemmy::start(sims::lemmy::Config { listen, ..Default::default() }).await
}

/// Starts the feed stand-in. The demo's account follows two of its feeds, for which Harken may reach
/// this machine's own address.
async fn feeds(settings: &mut Settings) -> anyhow::Result<sims::feed::Handle> {
    let listen = free_address(settings.ip(), 8072)?;
    let feeds = format!("{}/feeds", local(listen.port()));
    settings.add("feeds.enabled", "true");
    settings.add(
        "server.demo_feeds",
        &format!("{feeds}/lumenbase-releases.rss,{feeds}/quiet-kettle-blog.atom"),
    );
    settings.add("delivery.allowed_networks", "127.0.0.1/32");
    sims::feed::start(sims::feed::Config { listen, ..Default::default() }).await
}

async fn payments(settings: &mut Settings) -> anyhow::Result<sims::stripe::Handle> {
    let listen = free_address(settings.ip(), 8060)?;
    let url = local(listen.port());
    let secret = "whsec_standin";
    let config = sims::stripe::Config {
        listen,
        origin: Some(url.clone()),
        webhook: Some(sims::stripe::Endpoint {
            url: format!("{}/api/webhooks/stripe", local(settings.listen.port())),
            secret: secret.to_owned(),
        }),
        state: Some(settings.data_dir.join("stripe-sim.json")),
        ..Default::default()
    };
    create_data_dir(&settings.data_dir)?;
    settings.add("payments.provider", "stripe");
    settings.add("payments.stripe.api_base", &url);
    settings.add("payments.stripe.secret_key", &config.secret_key);
    settings.add("payments.stripe.webhook_secret", secret);
    settings.add("payments.stripe.monthly_price_id", "price_standin_monthly");
    settings.add("payments.stripe.yearly_price_id", "price_standin_yearly");
    let payments = sims::stripe::start(config).await?;
    payments.spawn(sims::stripe::keep_time(payments.control.clone()));
    Ok(payments)
}
