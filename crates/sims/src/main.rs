//! `sims`: runs one of the stand-ins.

use clap::Parser;
use sims::{feed, forum, hacker_news, jetstream, lemmy, llm, receiver, smtp, stripe};

/// Stand-ins for the services that Harken calls.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
enum Command {
    Feed(feed::Args),
    Forum(forum::Args),
    HackerNews(hacker_news::Args),
    Jetstream(jetstream::Args),
    Lemmy(lemmy::Args),
    Llm(llm::Args),
    Receiver(receiver::Args),
    Smtp(smtp::Args),
    Stripe(stripe::Args),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Feed(args) => feed::run(args).await,
        Command::Forum(args) => forum::run(args).await,
        Command::HackerNews(args) => hacker_news::run(args).await,
        Command::Jetstream(args) => jetstream::run(args).await,
        Command::Lemmy(args) => lemmy::run(args).await,
        Command::Llm(args) => llm::run(args).await,
        Command::Receiver(args) => receiver::run(args).await,
        Command::Smtp(args) => smtp::run(args).await,
        Command::Stripe(args) => stripe::run(args).await,
    }
}
