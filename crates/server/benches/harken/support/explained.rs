//! The plans that Postgres writes into its log for statements that take long (`auto_explain`).

use std::collections::BTreeMap;
use std::path::Path;

use db::Conn;
use diesel::QueryResult;
use diesel_async::SimpleAsyncConnection;
use serde_json::Value;

/// Statements that take less time are not explained: the log has a limit.
const LEAST_MS: u32 = 5;
const SHOWN_CHARS: usize = 110;

/// A statement, as often as it was explained.
#[derive(Default)]
struct Statement {
    times: u32,
    ms: f64,
    longest: Option<Plan>,
}

struct Plan {
    ms: f64,
    returned: f64,
    read: f64,
    pages: f64,
    scans: BTreeMap<String, u32>,
}

pub(crate) struct Explained(BTreeMap<String, Statement>);

impl Explained {
    /// Has all connections that are made from now on explain their statements.
    pub(crate) async fn begin(conn: &mut Conn) -> QueryResult<()> {
        conn.batch_execute("LOAD 'auto_explain'").await?;
        let least = LEAST_MS.to_string();
        for (name, value) in [
            ("session_preload_libraries", "auto_explain"),
            ("auto_explain.log_min_duration", &least),
            ("auto_explain.log_analyze", "on"),
            ("auto_explain.log_buffers", "on"),
            // Reading the clock for each row would cost more than some of the rows.
            ("auto_explain.log_timing", "off"),
            ("auto_explain.log_format", "json"),
        ] {
            conn.batch_execute(&format!("ALTER DATABASE harken SET {name} = '{value}'")).await?;
        }
        Ok(())
    }

    /// Reads the plans in a log and in the part of it that was put aside.
    pub(crate) fn read(log: &Path) -> anyhow::Result<Self> {
        let aside = std::fs::read_to_string(log.with_added_extension("1")).unwrap_or_default();
        let mut found = Self(BTreeMap::new());
        for entry in (aside + &std::fs::read_to_string(log)?).split("duration: ").skip(1) {
            let Some((ms, rest)) = entry.split_once(" ms  plan:\n") else { continue };
            // Each line after the first begins with a tab.
            let lines: Vec<&str> = rest.lines().take_while(|line| line.starts_with('\t')).collect();
            let (Ok(ms), Ok(plan)) = (ms.parse(), serde_json::from_str(&lines.concat())) else {
                continue;
            };
            found.add(ms, &plan);
        }
        Ok(found)
    }

    fn add(&mut self, ms: f64, explained: &Value) {
        let text = explained["Query Text"].as_str().unwrap_or_default();
        let statement = self.0.entry(shown(text)).or_default();
        statement.times += 1;
        statement.ms += ms;
        if statement.longest.as_ref().is_none_or(|longest| longest.ms < ms) {
            let plan = &explained["Plan"];
            let mut longest = Plan {
                ms,
                returned: number(plan, "Actual Rows"),
                read: 0.0,
                pages: number(plan, "Shared Hit Blocks") + number(plan, "Shared Read Blocks"),
                scans: BTreeMap::new(),
            };
            longest.add(plan);
            statement.longest = Some(longest);
        }
    }

    /// Prints the statements that took longest.
    pub(crate) fn print(&self, most: usize) {
        let mut all: Vec<_> = self
            .0
            .iter()
            .filter_map(|(text, one)| Some((text, one, one.longest.as_ref()?)))
            .collect();
        all.sort_by(|(.., one), (.., other)| other.ms.total_cmp(&one.ms));
        for (text, statement, longest) in all.into_iter().take(most) {
            println!(
                "{:>8.0} ms at most, {:.0} on average of {}: {text}\n            {:.0} rows read, {:.0} returned, {:.0} pages; {}",
                longest.ms,
                statement.ms / f64::from(statement.times),
                statement.times,
                longest.read,
                longest.returned,
                longest.pages,
                longest
                    .scans
                    .iter()
                    .map(|(name, times)| format!("{name} × {times}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            );
        }
    }
}

impl Plan {
    /// Adds what a node and those below it have read.
    fn add(&mut self, node: &Value) {
        let loops = number(node, "Actual Loops");
        let kind = node["Node Type"].as_str().unwrap_or_default();
        let what = node["Index Name"].as_str().or(node["Relation Name"].as_str());
        if let Some(what) = what.filter(|_| loops > 0.0 && kind != "ModifyTable") {
            let rows = number(node, "Actual Rows")
                + number(node, "Rows Removed by Filter")
                + number(node, "Rows Removed by Index Recheck");
            // The rows that such an index finds are read by the node above it.
            self.read += if kind == "Bitmap Index Scan" { 0.0 } else { rows * loops };
            *self.scans.entry(format!("{kind} of {}", without_week(what))).or_default() += 1;
        }
        for below in node["Plans"].as_array().into_iter().flatten() {
            self.add(below);
        }
    }
}

fn number(node: &Value, name: &str) -> f64 {
    node[name].as_f64().unwrap_or_default()
}

/// Returns a name without the date of its week, which comes somewhere in the name of an index.
fn without_week(name: &str) -> String {
    let parts = name.split('_').filter(|part| part.parse::<u32>().is_err());
    parts.collect::<Vec<_>>().join("_")
}

/// Returns the beginning of a statement in one line, without a list of all columns of a table.
fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = match line.strip_prefix("SELECT \"").and_then(|rest| rest.split_once(" FROM ")) {
        Some((_, rest)) => format!("SELECT … FROM {}", rest.replace('"', "")),
        None => line,
    };
    line.chars().take(SHOWN_CHARS).collect()
}
