use std::process::ExitCode;

use clap::Parser;
use harken::cli::{Arguments, exit_status};

#[tokio::main]
async fn main() -> ExitCode {
    match Arguments::parse().run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("harken: {error:#}");
            ExitCode::from(exit_status(&error))
        }
    }
}
