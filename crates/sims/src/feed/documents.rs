//! Renders feeds in their forms.

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::feed::entries::{Entry, Form, Shown};

/// A feed as the templates take it.
pub(crate) struct Document {
    pub(crate) title: String,
    /// Address of the document.
    pub(crate) own: String,
    /// Address of the web page that the feed belongs to.
    pub(crate) page: String,
    /// Address of the document with the entries before these.
    pub(crate) earlier: Option<String>,
    pub(crate) modified: DateTime<Utc>,
    pub(crate) entries: Vec<Line>,
}

/// An entry as the templates take it.
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) by: String,
    pub(crate) link: String,
    pub(crate) date: Option<DateTime<Utc>>,
}

impl Line {
    /// Returns the date in the format of RSS 2.0.
    pub(crate) fn day(&self) -> Option<String> {
        self.date.map(|date| date.to_rfc2822())
    }

    /// Returns the date in the format of all other forms.
    pub(crate) fn time(&self) -> Option<String> {
        self.date.map(time)
    }
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[derive(Template)]
#[template(path = "feed/rss.xml")]
struct Rss<'a> {
    feed: &'a Document,
}

#[derive(Template)]
#[template(path = "feed/atom.xml")]
struct Atom<'a> {
    feed: &'a Document,
    modified: String,
}

#[derive(Template)]
#[template(path = "feed/rdf.xml")]
struct Rdf<'a> {
    feed: &'a Document,
}

impl Document {
    /// Creates the document for a reader who reached the server at `origin`.
    pub(crate) fn new(feed: Shown, form: Form, origin: &str) -> Self {
        let name = &feed.name;
        let link = |entry: &Entry| match &entry.link {
            Some(link) => link.clone(),
            None => format!("{origin}/{name}/{}", entry.id),
        };
        let entries = feed.entries.iter().map(|entry| Line {
            link: link(entry),
            id: format!("{name}/{}", entry.id),
            title: entry.title.clone(),
            text: entry.text.clone(),
            by: entry.by.clone(),
            date: entry.date,
        });
        Self {
            entries: entries.collect(),
            own: address(origin, name, form),
            page: format!("{origin}/{name}"),
            earlier: feed
                .earlier
                .map(|page| format!("{}?page={page}", address(origin, name, form))),
            modified: feed.modified,
            title: feed.title,
        }
    }

    /// Renders the document in a form.
    pub(crate) fn write(&self, form: Form) -> askama::Result<String> {
        match form {
            Form::Rss => Rss { feed: self }.render(),
            Form::Rdf => Rdf { feed: self }.render(),
            Form::Atom => {
                let modified = time(self.modified);
                Atom { feed: self, modified }.render()
            }
            Form::Json => Ok(self.json().to_string()),
        }
    }

    fn json(&self) -> Value {
        let item = |entry: &Line| {
            let mut item = json!({
                "id": entry.id, "title": entry.title, "content_html": entry.text, "url": entry.link,
                "authors": [{ "name": entry.by }],
            });
            if let Some(time) = entry.time() {
                item["date_published"] = time.into();
            }
            item
        };
        json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title, "home_page_url": self.page, "feed_url": self.own,
            "next_url": self.earlier,
            "items": self.entries.iter().map(item).collect::<Vec<_>>(),
        })
    }
}

/// Returns the address of a feed in a form.
pub(crate) fn address(origin: &str, name: &str, form: Form) -> String {
    format!("{origin}/feeds/{name}.{}", form.extension())
}
