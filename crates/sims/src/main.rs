//! `sims`: runs one of the stand-ins.

use clap::Parser;
use sims::{feed, forum, hacker_news, jetstream, lemmy, llm, receiver, smtp, stripe};

/// Stand-ins for the services that Harken calls.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
enum Command {
    Feed(feed::Config),
    Forum(forum::Config),
    HackerNews(hacker_news::Config),
    Jetstream(jetstream::Config),
    Lemmy(lemmy::Config),
    Llm(llm::Config),
    Receiver(receiver::Config),
    Smtp(smtp::Config),
    Stripe(stripe::Args),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Feed(config) => feed::start(config).await?.serve("feed").await,
        Command::Forum(config) => forum::start(config).await?.serve("forum").await,
        Command::HackerNews(config) => hacker_news::start(config).await?.serve("hacker-news").await,
        Command::Jetstream(config) => jetstream::start(config).await?.serve("jetstream").await,
        Command::Lemmy(config) => lemmy::start(config).await?.serve("lemmy").await,
        Command::Llm(config) => llm::start(config).await?.serve("llm").await,
        Command::Receiver(config) => receiver::start(config).await?.serve("receiver").await,
        Command::Smtp(config) => smtp::start(config).await?.serve().await,
        Command::Stripe(args) => stripe::run(args).await,
    }
}
