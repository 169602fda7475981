//! `harken ctl keywords`.

use clap::{Args, Subcommand};
use foundation::wording::labels::place_label;
use foundation::wording::line::one_line;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::connection::Connection;
use crate::output::print;

/// The most keywords of a page.
const PAGE: usize = 100;

#[derive(Debug, Args)]
pub(crate) struct Keywords {
    #[command(subcommand)]
    command: Option<Command>,
    /// Prints each keyword as a line of JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Adds a keyword, with the usual settings, and prints it.
    Add {
        keyword: String,
        /// A subreddit or a site, such as news.ycombinator.com; may be repeated. All of Reddit if there is none.
        #[arg(long = "place")]
        places: Vec<String>,
    },
}

#[derive(Deserialize)]
struct Page {
    watches: Vec<Value>,
    total: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Keyword {
    keyword: String,
    subreddits: Vec<String>,
    is_active: bool,
    match_count: i64,
}

impl Keywords {
    pub(crate) async fn run(self, connection: &Connection) -> Result<(), Failure> {
        match self.command {
            None => list(connection, self.json).await,
            Some(Command::Add { keyword, places }) => {
                let places = if places.is_empty() { vec!["all".to_owned()] } else { places };
                let body = json!({"keyword": keyword, "subreddits": places});
                let call = connection.call(Method::POST, "/keywords", &[], |call| call.json(&body));
                show(&call.await?.json().await?, self.json)
            }
        }
    }
}

async fn list(connection: &Connection, as_json: bool) -> Result<(), Failure> {
    for number in 1.. {
        let query = [("page", number.to_string()), ("limit", PAGE.to_string())];
        let page: Page = connection.get("/keywords", &query).await?;
        for keyword in &page.watches {
            show(keyword, as_json)?;
        }
        if page.watches.is_empty() || number * PAGE >= page.total {
            break;
        }
    }
    Ok(())
}

fn show(keyword: &Value, as_json: bool) -> Result<(), Failure> {
    if as_json {
        return print(&keyword.to_string());
    }
    let Keyword { keyword, subreddits, is_active, match_count } =
        Keyword::deserialize(keyword).map_err(Failure::unreadable)?;
    let places: Vec<String> = subreddits.iter().map(|place| place_label(place)).collect();
    let state = if is_active { "on " } else { "off" };
    print(&format!(
        "{state} {match_count:>9}  {}  {}",
        one_line(&keyword),
        one_line(&places.join(", "))
    ))
}
