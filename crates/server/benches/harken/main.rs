//! The server's benchmarks. `just bench NAME` runs one; without a name all run in turn, each in a
//! separate process. They are one program, since each program links the whole server.

mod analytics;
mod doors;
mod fair;
mod grouped;
mod inbox;
mod keeping;
mod live_latency;
mod metrics;
mod outbox;
mod pipeline;
mod plans;
mod postgres_matching;
mod retention;
mod shards;
mod sign_ins;
mod source_to_browser;
mod streams;
mod support;
mod webhooks;

use std::process::Command;

use anyhow::{Context as _, ensure};

type Benchmark = (&'static str, fn() -> anyhow::Result<()>);

const BENCHMARKS: [Benchmark; 18] = [
    ("analytics", analytics::run),
    ("doors", doors::run),
    ("fair", fair::run),
    ("grouped", grouped::run),
    ("inbox", inbox::run),
    ("keeping", keeping::run),
    ("live_latency", live_latency::run),
    ("metrics", metrics::run),
    ("outbox", outbox::run),
    ("pipeline", pipeline::run),
    ("plans", plans::run),
    ("postgres_matching", postgres_matching::run),
    ("retention", retention::run),
    ("shards", shards::run),
    ("sign_ins", sign_ins::run),
    ("source_to_browser", source_to_browser::run),
    ("streams", streams::run),
    ("webhooks", webhooks::run),
];

fn main() -> anyhow::Result<()> {
    // Cargo adds `--bench`.
    let mut arguments = std::env::args().skip(1);
    let name = arguments.find(|argument| argument.starts_with(|c: char| c.is_ascii_alphabetic()));
    let Some(name) = name else {
        return BENCHMARKS.iter().try_for_each(|(name, _)| run_apart(name));
    };
    let benchmark = BENCHMARKS.iter().find(|(known, _)| *known == name);
    let (_, run) = benchmark.with_context(|| {
        let names = BENCHMARKS.map(|(name, _)| name).join(", ");
        format!("there is no benchmark {name}, but {names}")
    })?;
    run()
}

/// Runs a benchmark in a separate process, so that it starts under the same conditions as alone.
fn run_apart(name: &str) -> anyhow::Result<()> {
    println!("\n{name}");
    let mut command = Command::new(std::env::current_exe()?);
    let status = command.arg(name).args(std::env::args().skip(1)).status()?;
    ensure!(status.success(), "{name} has failed");
    Ok(())
}
