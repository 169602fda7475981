//! Lists of keywords, one per line.

use super::draft::Draft;
use super::line::{ImportError, ImportedLine, MAX_IMPORT_LINES};
use crate::item::HACKER_NEWS;

/// A site that F5Bot searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    Reddit,
    HackerNews,
    /// A site that Harken does not listen to.
    Lobsters,
}

/// A flag that may follow a keyword, as documented at <https://f5bot.com/docs>.
struct Flag {
    name: &'static str,
    site: Site,
    /// Whether only this site is searched; otherwise the site is excluded.
    only: bool,
}

const FLAGS: [Flag; 6] = [
    Flag::only("only-reddit", Site::Reddit),
    Flag::only("only-hackernews", Site::HackerNews),
    Flag::only("only-lobsters", Site::Lobsters),
    Flag::without("no-reddit", Site::Reddit),
    Flag::without("no-hackernews", Site::HackerNews),
    Flag::without("no-lobsters", Site::Lobsters),
];

pub(super) fn read(text: &str) -> Vec<ImportedLine> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut read = Vec::new();
    for (count, (n, source)) in lines.enumerate() {
        let (line, source) = (n + 1, source.to_owned());
        let (keyword, flags) = without_flags(source.trim());
        let subreddits = places(&flags);
        let draft = Draft {
            keyword: keyword.to_owned(),
            subreddits: subreddits.clone().unwrap_or_default(),
            ..Draft::default()
        };
        let full = count == MAX_IMPORT_LINES;
        let watch = if full {
            Err(ImportError::TooMany)
        } else {
            subreddits.and_then(|_| draft.watch(line))
        };
        read.push(ImportedLine {
            line,
            source,
            notes: match watch {
                Ok(_) => flags.iter().filter_map(|flag| flag.note()).collect(),
                Err(_) => Vec::new(),
            },
            watch,
        });
        if full {
            break;
        }
    }
    read
}

/// Returns the keyword without its flags, and the flags in order. A line of flags only is a
/// keyword.
fn without_flags(line: &str) -> (&str, Vec<&'static Flag>) {
    let (mut keyword, mut flags) = (line, Vec::new());
    while let Some((before, last)) = keyword.rsplit_once(char::is_whitespace) {
        let Some(flag) = FLAGS.iter().find(|flag| flag.name == last) else {
            break;
        };
        if before.trim().is_empty() {
            break;
        }
        keyword = before.trim_end();
        flags.push(flag);
    }
    flags.reverse();
    (keyword, flags)
}

/// Returns the places that a watch has to name to cover only sites that the flags allow. If Reddit
/// is allowed, there are none, as without flags: a server need not read Hacker News, and would
/// reject a line that names it.
fn places(flags: &[&Flag]) -> Result<Vec<String>, ImportError> {
    let is_left = |site| flags.iter().all(|flag| flag.leaves(site));
    if is_left(Site::Reddit) {
        Ok(Vec::new())
    } else if is_left(Site::HackerNews) {
        Ok(vec![HACKER_NEWS.place.to_owned()])
    } else {
        Err(ImportError::NoSiteLeft)
    }
}

impl Flag {
    const fn only(name: &'static str, site: Site) -> Self {
        let only = true;
        Self { name, site, only }
    }

    const fn without(name: &'static str, site: Site) -> Self {
        let only = false;
        Self { name, site, only }
    }

    fn leaves(&self, site: Site) -> bool {
        (self.site == site) == self.only
    }

    /// Returns the note on this flag, if any, for a line that became a watch.
    fn note(&self) -> Option<String> {
        let said = match (self.site, self.only) {
            (Site::HackerNews | Site::Lobsters, true) => return None,
            (Site::Reddit, true) | (Site::HackerNews, false) => {
                "has no effect: imported keywords listen only to Reddit anyway"
            }
            (Site::Reddit, false) => "leaves only Hacker News: Harken does not listen to Lobsters",
            (Site::Lobsters, false) => "has no effect: Harken does not listen to Lobsters",
        };
        Some(format!("{} {said}", self.name))
    }
}
