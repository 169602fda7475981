//! The sites that items come from.

use super::find::split_once;

/// The host of the site that all subreddits are on.
pub const REDDIT: &str = "reddit.com";

/// A site other than Reddit. The site as a whole is one place, named by its host, which no
/// subreddit is called; other places may [be on it](Site::of).
#[derive(Debug, PartialEq, Eq)]
pub struct Site {
    /// The site's host.
    pub place: &'static str,
    /// The site's name for people.
    pub name: &'static str,
    /// The names that people may type for the site, in lower case. None of these can be a
    /// subreddit's name.
    pub aliases: &'static [&'static str],
}

/// Hacker News.
pub const HACKER_NEWS: Site =
    Site { place: "news.ycombinator.com", name: "Hacker News", aliases: &["hn"] };

/// Bluesky. `r/bluesky` and `r/bsky` may exist, so neither is an alias.
pub const BLUESKY: Site = Site { place: "bsky.app", name: "Bluesky", aliases: &["bsky.social"] };

/// Lemmy, whose many instances have communities, each of which is a place. The whole site goes by
/// the host of the project. `r/lemmy` exists.
pub const LEMMY: Site = Site { place: "join-lemmy.org", name: "Lemmy", aliases: &["join-lemmy"] };

/// The prefix of the place of a Lemmy community, before its name and host:
/// `c/rust@programming.dev`.
const COMMUNITY: &str = "c/";
/// The longest place of a community, in characters.
pub const MAX_COMMUNITY_PLACE_CHARS: usize = 100;

/// The prefix of the place of a feed, before its host and the eight hexadecimal digits that
/// distinguish it from others of the host: `feed/blog.example/0a1b2c3d`.
const FEED: &str = "feed/";
const FEED_DIGITS: usize = 8;
/// The longest place of a feed, in characters.
pub const MAX_FEED_PLACE_CHARS: usize = 100;

/// The sites that a watch can look in beside Reddit.
pub const SITES: [Site; 3] = [HACKER_NEWS, BLUESKY, LEMMY];

impl Site {
    /// Returns the site that a place is, in any case; `None` for a subreddit.
    pub fn at(place: &str) -> Option<&'static Site> {
        SITES.iter().find(|site| site.place.eq_ignore_ascii_case(place))
    }

    /// Returns the site that a place is or is on, in any case; `None` for a subreddit or a feed.
    ///
    /// ```
    /// use matcher::{LEMMY, Site};
    ///
    /// assert_eq!(Site::of("c/rust@programming.dev"), Some(&LEMMY));
    /// assert_eq!(Site::of(LEMMY.place), Some(&LEMMY));
    /// assert_eq!(Site::of("rust"), None);
    /// ```
    pub fn of(place: &str) -> Option<&'static Site> {
        if is_community(place) {
            return Some(&LEMMY);
        }
        Site::at(place)
    }

    /// Returns the site that one of its aliases, its host or one of its addresses refers to, in any
    /// case.
    ///
    /// ```
    /// use matcher::{SITES, Site};
    ///
    /// assert_eq!(Site::meant_by("HN"), Some(&SITES[0]));
    /// assert_eq!(Site::meant_by("https://news.ycombinator.com/item?id=1"), Some(&SITES[0]));
    /// assert_eq!(Site::meant_by("hackernews"), None);
    /// ```
    pub fn meant_by(typed: &str) -> Option<&'static Site> {
        let (host, _) = split_address(typed);
        let host = strip_prefix_ignoring_case(host, "www.").unwrap_or(host);
        SITES.iter().find(|site| {
            let mut aliases = site.aliases.iter();
            site.place.eq_ignore_ascii_case(host)
                || aliases.any(|alias| alias.eq_ignore_ascii_case(typed))
        })
    }
}

/// Returns the host of the site that a place is on: Reddit's for a [subreddit](is_subreddit), the
/// feed's for a feed, Lemmy's for a community, and otherwise the place itself. Compare hosts
/// without regard to case.
///
/// ```
/// use matcher::site_of;
///
/// assert_eq!(site_of("rust"), "reddit.com");
/// assert_eq!(site_of("news.ycombinator.com"), "news.ycombinator.com");
/// assert_eq!(site_of("feed/blog.example/0a1b2c3d"), "blog.example");
/// assert_eq!(site_of("c/rust@programming.dev"), "join-lemmy.org");
/// ```
pub fn site_of(place: &str) -> &str {
    match (feed_host(place), Site::of(place)) {
        (Some(host), _) => host,
        (None, Some(site)) => site.place,
        (None, None) => REDDIT,
    }
}

/// Returns whether a place, in any case, is a community on Lemmy.
pub(super) fn is_community(place: &str) -> bool {
    strip_prefix_ignoring_case(place, COMMUNITY).is_some_and(|rest| rest.contains('@'))
}

/// Returns the place of a community, in small letters, by its name and host; `None` if they cannot
/// be a community's.
///
/// ```
/// use matcher::community_place;
///
/// assert_eq!(community_place("Rust", "Programming.dev").as_deref(), Some("c/rust@programming.dev"));
/// assert_eq!(community_place("no spaces", "programming.dev"), None);
/// ```
pub fn community_place(name: &str, host: &str) -> Option<String> {
    let in_name = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.');
    let in_host =
        |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b':' | b'[' | b']');
    let length = COMMUNITY.len() + name.len() + 1 + host.len();
    let is_place = !name.is_empty()
        && !host.is_empty()
        && length <= MAX_COMMUNITY_PLACE_CHARS
        && name.bytes().all(in_name)
        && host.bytes().all(in_host);
    is_place.then(|| [COMMUNITY, name, "@", host].concat().to_ascii_lowercase())
}

/// The parts of the paths of a community's page before its name: that of Lemmy, and that of Mbin,
/// whose magazines are communities for Lemmy.
const COMMUNITY_PARTS: [&str; 2] = ["c", "m"];
/// The prefixes of hosts on which instances have other interfaces for the same communities.
const INTERFACES: [&str; 8] =
    ["www.", "old.", "m.", "p.", "a.", "photon.", "alexandrite.", "voyager."];

/// Returns the place of a community if a person typed one: `c/name@host`, `!name@host`, or the
/// address of its page on its own or another instance.
pub(crate) fn community_typed(typed: &str) -> Option<String> {
    let bare = typed.strip_prefix('/').unwrap_or(typed);
    let handle = typed.strip_prefix('!').or_else(|| strip_prefix_ignoring_case(bare, COMMUNITY));
    if let Some(handle) = handle {
        let (name, host) = handle.split_once('@')?;
        return community_place(name, host);
    }
    let (host, rest) = split_address(typed);
    let path = rest.split(['?', '#']).next().filter(|_| !is_reddit(host))?;
    let mut before = "";
    let mut parts = path.split('/').skip(1);
    loop {
        let part = parts.next()?;
        if COMMUNITY_PARTS.iter().any(|name| part.eq_ignore_ascii_case(name)) {
            // Some interfaces show every instance, by its host in the path.
            let host = if before.is_empty() { host } else { before };
            let (name, host) = handle_at(parts.next()?, host)?;
            return community_place(name, host);
        }
        before = part;
    }
}

/// Splits what the path of a page on `host` calls a community or user: `name`, if it is of this
/// instance, otherwise `name@host`. Returns `None` if its host cannot be one.
pub(super) fn handle_at<'a>(handle: &'a str, host: &'a str) -> Option<(&'a str, &'a str)> {
    let named = handle.split_once('@').or_else(|| split_once(handle, "%40"));
    let mut interfaces = INTERFACES.iter();
    let bare = interfaces.find_map(|prefix| strip_prefix_ignoring_case(host, prefix));
    let own = bare.filter(|bare| bare.contains('.')).unwrap_or(host);
    let (name, host) = named.unwrap_or((handle, own));
    host.contains(['.', ':']).then_some((name, host))
}

/// Returns the host of the feed that a place is, in any case; `None` for other places.
///
/// ```
/// use matcher::feed_host;
///
/// assert_eq!(feed_host("feed/blog.example/0a1b2c3d"), Some("blog.example"));
/// assert_eq!(feed_host("rust"), None);
/// ```
pub fn feed_host(place: &str) -> Option<&str> {
    let rest = strip_prefix_ignoring_case(place, FEED)?;
    Some(rest.rsplit_once('/').map_or(rest, |(host, _)| host))
}

/// Returns the place of a feed. `digits` are eight hexadecimal digits. A long host is shortened to
/// its end.
pub fn feed_place(host: &str, digits: &str) -> String {
    let room = MAX_FEED_PLACE_CHARS - FEED.len() - 1 - FEED_DIGITS;
    let surplus = host.chars().count().saturating_sub(room);
    let end: String = host.chars().skip(surplus).collect();
    format!("{FEED}{}/{digits}", end.trim_start_matches('.')).to_ascii_lowercase()
}

/// Returns the place of a feed, in small letters, if a person typed one.
pub(crate) fn feed_typed(typed: &str) -> Option<String> {
    let (host, digits) = strip_prefix_ignoring_case(typed, FEED)?.split_once('/')?;
    let in_host =
        |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'-' | b'_' | b':' | b'[' | b']');
    let is_place = typed.len() <= MAX_FEED_PLACE_CHARS
        && !host.is_empty()
        && host.bytes().all(in_host)
        && digits.len() == FEED_DIGITS
        && digits.bytes().all(|c| c.is_ascii_hexdigit());
    is_place.then(|| typed.to_ascii_lowercase())
}

/// Returns the host, in small letters, of the site that a person typed: the host of any site, or
/// what people type for a site that Harken listens to.
pub(crate) fn site_meant_by(typed: &str) -> Option<String> {
    if let Some(site) = Site::meant_by(typed) {
        return Some(site.place.to_owned());
    }
    let mut sites = SITES.iter();
    if let Some(site) = sites.find(|site| site.name.eq_ignore_ascii_case(typed)) {
        return Some(site.place.to_owned());
    }
    let (host, _) = split_address(typed);
    if typed.eq_ignore_ascii_case("reddit") || is_reddit(host) {
        return Some(REDDIT.to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_label = |label: &str| !label.is_empty() && label.chars().all(allowed);
    (host.contains('.') && host.split('.').all(is_label)).then(|| host.to_ascii_lowercase())
}

/// Returns whether a place is a subreddit: anything that is not one of the [`SITES`], on one of
/// them, or a feed, however it is spelled, so that a watch on every subreddit misses nothing on
/// Reddit.
///
/// ```
/// use matcher::is_subreddit;
///
/// assert!(is_subreddit("rust") && is_subreddit("reddit.com"));
/// assert!(!is_subreddit("news.ycombinator.com"));
/// assert!(!is_subreddit("feed/blog.example/0a1b2c3d"));
/// assert!(!is_subreddit("c/rust@programming.dev"));
/// ```
pub fn is_subreddit(place: &str) -> bool {
    Site::of(place).is_none() && feed_host(place).is_none()
}

/// Returns what people call a place; for a feed, its host.
///
/// ```
/// use matcher::place_label;
///
/// assert_eq!(place_label("rust"), "r/rust");
/// assert_eq!(place_label("news.ycombinator.com"), "Hacker News");
/// assert_eq!(place_label("feed/blog.example/0a1b2c3d"), "blog.example");
/// assert_eq!(place_label("c/rust@programming.dev"), "c/rust@programming.dev");
/// ```
pub fn place_label(place: &str) -> String {
    match (Site::at(place), feed_host(place)) {
        (Some(site), _) => site.name.to_owned(),
        (None, Some(host)) => host.to_owned(),
        (None, None) if is_community(place) => place.to_owned(),
        (None, None) => format!("r/{place}"),
    }
}

/// Returns whether a host is one of Reddit's, such as `old.reddit.com`.
pub(crate) fn is_reddit(host: &str) -> bool {
    let Some(cut) = host.len().checked_sub(REDDIT.len()) else {
        return false;
    };
    let parts = host.get(..cut).zip(host.get(cut..));
    parts.is_some_and(|(before, end)| {
        end.eq_ignore_ascii_case(REDDIT) && (before.is_empty() || before.ends_with('.'))
    })
}

/// Splits an address, with or without its scheme, into the host and what follows it.
pub(crate) fn split_address(typed: &str) -> (&str, &str) {
    let address = ["https://", "http://", "//"]
        .iter()
        .find_map(|scheme| strip_prefix_ignoring_case(typed, scheme))
        .unwrap_or(typed);
    address.split_at(address.find(['/', '?', '#']).unwrap_or(address.len()))
}

/// Returns what follows a prefix, which may be in any case.
pub(crate) fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let start = text.get(..prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// Removes what surrounds a pasted text and is not part of it: white space, characters that cannot
/// be seen, brackets, quotes, marks of emphasis and punctuation. Of a link in Markdown, the address
/// is left.
///
/// ```
/// # use matcher::SubredditName;
/// for pasted in ["<https://www.reddit.com/r/rust>,", "[Rust](https://reddit.com/r/rust)", "“r/rust”."] {
///     assert_eq!(SubredditName::parse(pasted)?.as_str(), "rust");
/// }
/// # Ok::<(), matcher::SubredditError>(())
/// ```
pub(crate) fn trim_pasted(text: &str) -> &str {
    let invisible = |c: char| {
        c.is_whitespace()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let surrounds = |c: char| invisible(c) || "<>()\"'“”‘’„«»`*,;.:".contains(c);
    let mut text = text.trim_matches(surrounds);
    while let Some((_, target)) = split_once(text, "](") {
        text = target.trim_matches(surrounds);
    }
    // A host may end with a bracket.
    while let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        text = inner.trim_matches(surrounds);
    }
    text
}
