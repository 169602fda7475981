//! `harken ctl export`.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use futures::StreamExt;
use reqwest::{Method, Response};
use tempfile::NamedTempFile;

use crate::Failure;
use crate::connection::Connection;
use crate::filters::Filters;

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Json,
    /// A line of JSON a match.
    Ndjson,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    filters: Filters,
    #[arg(long, value_enum, default_value_t = Format::Ndjson)]
    format: Format,
    /// The file to write, which appears once it is whole; by default, standard output.
    #[arg(long)]
    output: Option<PathBuf>,
}

impl Export {
    pub(crate) async fn run(self, connection: &Connection) -> Result<(), Failure> {
        let mut query = self.filters.query();
        let format = self.format.to_possible_value();
        query.extend(format.map(|format| ("format", format.get_name().to_owned())));
        let answer =
            connection.call(Method::GET, "/notifications/export", &query, |call| call).await?;
        match self.output {
            None => write(answer, &mut stdout().lock()).await,
            Some(path) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
                write(answer, &mut file).await?;
                file.persist(path).map_err(|error| Failure::Output(error.error))?;
                Ok(())
            }
        }
    }
}

/// Writes an answer, and shows on a terminal how far it is.
async fn write(answer: Response, to: &mut impl Write) -> Result<(), Failure> {
    let (mut parts, mut bytes, shows) = (answer.bytes_stream(), 0_usize, stderr().is_terminal());
    while let Some(part) = parts.next().await {
        let part = part?;
        to.write_all(&part)?;
        bytes += part.len();
        if shows {
            eprint!("\r{} KB", bytes / 1_000);
        }
    }
    if shows {
        eprintln!();
    }
    Ok(to.flush()?)
}
