//! The command `sims stripe`.

use crate::stripe::{Config, Endpoint, keep_time, start};

/// A stand-in for Stripe: its API, pages to pay on, and signed webhooks.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: Config,
    /// URL that events are sent to; without it, they are held
    #[arg(long)]
    webhook_url: Option<String>,
    /// The secret that events are signed with
    #[arg(long, default_value = "whsec_standin")]
    webhook_secret: String,
}

/// Runs the stand-in until the program is terminated, and saves its account.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let webhook = args.webhook_url.map(|url| Endpoint { url, secret: args.webhook_secret });
    let handle = start(Config { webhook, ..args.config }).await?;
    let sim = handle.control.clone();
    handle.spawn(keep_time(sim.clone()));
    handle.serve("stripe").await?;
    sim.save()
}
