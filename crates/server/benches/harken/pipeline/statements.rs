//! Measures the time spent by statement: observes the begin and the end of the queries on each
//! connection of the pool.

use std::collections::{HashMap, VecDeque};
use std::fmt::{self, Write};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};

/// The length of a statement's beginning that distinguishes it from the others.
const SHOWN: usize = 56;

#[derive(Default)]
struct Spent {
    times: u32,
    time: Duration,
}

static SPENT: LazyLock<Mutex<HashMap<String, Spent>>> = LazyLock::new(Mutex::default);

/// A timer for the statements of one connection, which run one after the other.
#[derive(Default)]
struct Stopwatch {
    /// The statements under way, oldest first.
    running: VecDeque<Instant>,
    ended: Option<Instant>,
}

impl Instrumentation for Stopwatch {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { .. } => self.running.push_back(Instant::now()),
            InstrumentationEvent::FinishQuery { query, .. } => {
                let Some(sent) = self.running.pop_front() else {
                    return;
                };
                let began = self.ended.map_or(sent, |ended| ended.max(sent));
                self.ended = Some(Instant::now());
                let mut name = Name(String::new());
                // Writing fails once the name is full: the parameters of some statements are long.
                let _ = write!(name, "{query}");
                let Name(name) = name;
                if let Ok(mut spent) = SPENT.lock() {
                    let spent = spent.entry(name).or_default();
                    spent.times += 1;
                    spent.time += began.elapsed();
                }
            }
            _ => {}
        }
    }
}

/// The beginning of a statement, in one line.
struct Name(String);

impl Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if self.0.len() >= SHOWN {
                return Err(fmt::Error);
            }
            match character.is_whitespace() {
                true if self.0.ends_with(' ') => {}
                true => self.0.push(' '),
                false => self.0.push(character),
            }
        }
        Ok(())
    }
}

/// Measures every connection that is opened from now on.
pub(crate) fn measure() -> anyhow::Result<()> {
    Ok(set_default_instrumentation(|| Some(Box::new(Stopwatch::default())))?)
}

pub(crate) fn forget() {
    if let Ok(mut spent) = SPENT.lock() {
        spent.clear();
    }
}

/// Prints the time measured since the last `forget`, per page, the longest first.
pub(crate) fn print(pages: usize) {
    let Ok(spent) = SPENT.lock() else { return };
    let mut rows: Vec<_> = spent.iter().collect();
    rows.sort_by_key(|(_, spent)| std::cmp::Reverse(spent.time));
    for (name, spent) in rows {
        let each = spent.time.as_secs_f64() * 1_000.0 / pages as f64;
        let times = f64::from(spent.times) / pages as f64;
        println!("      {each:>8.2} ms  {times:>4.1} x  {name}");
    }
}
