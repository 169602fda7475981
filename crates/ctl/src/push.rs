//! `harken ctl push`.

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, stderr, stdin};
use std::path::PathBuf;

use clap::Args;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde::Deserialize;

use crate::Failure;
use crate::connection::Connection;
use crate::output::print;

/// The most lines of a call, and the bytes after which a call takes no further line.
const LINES_AT_ONCE: usize = 500;
const BYTES_AT_ONCE: usize = 512 * 1024;
/// The longest line. The server takes calls of 1 MiB.
const MAX_LINE_BYTES: u64 = 512 * 1024;

#[derive(Debug, Args)]
pub(crate) struct Push {
    /// The name of the push source, which begins with the first item: letters, digits and hyphens.
    #[arg(long, default_value = "items")]
    source: String,
    /// A file with an item as JSON on each line; standard input if it is missing or `-`.
    file: Option<PathBuf>,
}

#[derive(Deserialize)]
struct PushAnswer {
    accepted: usize,
    known: usize,
    refused: Vec<RefusedLine>,
}

#[derive(Deserialize)]
struct RefusedLine {
    line: usize,
    error: String,
}

/// What became of the lines so far.
#[derive(Default)]
struct Sums {
    lines: usize,
    accepted: usize,
    known: usize,
    refused: usize,
}

impl Push {
    pub(crate) async fn run(self, connection: &Connection) -> Result<(), Failure> {
        let mut lines: Box<dyn BufRead> = match self.file.filter(|file| file.as_os_str() != "-") {
            None => Box::new(BufReader::new(stdin())),
            Some(file) => {
                let opened = File::open(&file).map_err(|error| unreadable(&file.display(), &error));
                Box::new(BufReader::new(opened?))
            }
        };
        let (mut sums, shows) = (Sums::default(), stderr().is_terminal());
        loop {
            let (body, count) = next_lines(&mut *lines, sums.lines)?;
            if count == 0 {
                break;
            }
            if !body.trim_ascii().is_empty() {
                send(connection, &self.source, body, &mut sums).await?;
            }
            sums.lines += count;
            if shows {
                eprint!("\r{} lines", sums.lines);
            }
        }
        if shows {
            eprintln!();
        }
        let Sums { accepted, known, refused, .. } = sums;
        print(&format!("{accepted} accepted, {known} known before, {refused} refused"))?;
        match refused {
            0 => Ok(()),
            _ => Err(Failure::Wrong("Not all lines were accepted.".to_owned())),
        }
    }
}

/// Reads the lines of the next call, of which `before` have been read already, and counts them.
fn next_lines(lines: &mut dyn BufRead, before: usize) -> Result<(Vec<u8>, usize), Failure> {
    let (mut body, mut count) = (Vec::new(), 0);
    while count < LINES_AT_ONCE && body.len() < BYTES_AT_ONCE {
        let read = Read::take(&mut *lines, MAX_LINE_BYTES).read_until(b'\n', &mut body);
        let read = read.map_err(|error| unreadable(&"the input", &error))?;
        if read == 0 {
            break;
        }
        count += 1;
        if read as u64 == MAX_LINE_BYTES && !body.ends_with(b"\n") {
            let text = format!("Line {} is longer than {MAX_LINE_BYTES} bytes.", before + count);
            return Err(Failure::Wrong(text));
        }
    }
    Ok((body, count))
}

/// Sends lines, and prints those that are refused, with their numbers in the whole input.
async fn send(
    connection: &Connection,
    source: &str,
    body: Vec<u8>,
    sums: &mut Sums,
) -> Result<(), Failure> {
    let query = [("source", source.to_owned())];
    let call = connection.call(Method::POST, "/items", &query, |call| {
        call.header(CONTENT_TYPE, "application/x-ndjson").body(body)
    });
    let answer: PushAnswer = call.await?.json().await?;
    sums.accepted += answer.accepted;
    sums.known += answer.known;
    sums.refused += answer.refused.len();
    for RefusedLine { line, error } in answer.refused {
        eprintln!("line {}: {error}", sums.lines + line);
    }
    Ok(())
}

fn unreadable(what: &dyn std::fmt::Display, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("Cannot read {what}: {error}"))
}
