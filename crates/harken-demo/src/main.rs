//! `harken-demo`: Harken and stand-ins for the services that it calls, in one process. It needs no account, no
//! key and no network; where the configuration names a real service, that one is used.

mod ports;
mod settings;
mod stand_ins;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use harken::run::{Parts, run};
use platform::config::{Config, Needs, Sources};

use crate::settings::Settings;
use crate::stand_ins::StandIns;

/// Runs Harken with made-up posts, a demo login and a mailbox page.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The configuration file; by default `harken.toml` in this folder, if there is one.
    #[arg(long, env = "HARKEN_CONFIG")]
    config: Option<PathBuf>,
    /// A setting, as `area.key=value`; may be repeated.
    #[arg(long = "set")]
    set: Vec<String>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match demo(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("harken-demo: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn demo(arguments: Arguments) -> anyhow::Result<()> {
    let mut settings = Settings::new(Sources::of_process(arguments.config, arguments.set))?;
    let stand_ins = StandIns::start(&mut settings).await?;
    let config = Config::load_for(&settings.into_sources(), Needs::ALL)?;
    let data_dir = config.data_dir.clone();
    let ran = run(config, Parts::ALL).await;
    stand_ins.stop().await?;
    ran?;
    println!("Stopped. The data is kept in {}.", data_dir.display());
    Ok(())
}
