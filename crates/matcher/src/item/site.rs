//! The sites that items come from.

/// The host of the site that all subreddits lie in.
pub const REDDIT: &str = "reddit.com";

/// A site other than Reddit. It is one place as a whole, by its host, which no subreddit is called.
#[derive(Debug, PartialEq, Eq)]
pub struct Site {
    /// Its host.
    pub place: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What people may type for it, in small letters. None of these can be a subreddit's name.
    pub aliases: &'static [&'static str],
}

/// Hacker News.
pub const HACKER_NEWS: Site = Site {
    place: "news.ycombinator.com",
    name: "Hacker News",
    aliases: &["hn"],
};

/// Bluesky. `r/bluesky` and `r/bsky` may exist, so that neither is an alias.
pub const BLUESKY: Site = Site {
    place: "bsky.app",
    name: "Bluesky",
    aliases: &["bsky.social"],
};

/// The sites that a watch can look in beside Reddit.
pub const SITES: [Site; 2] = [HACKER_NEWS, BLUESKY];

impl Site {
    /// Returns the site that a place is, in any case; none for a subreddit.
    pub fn at(place: &str) -> Option<&'static Site> {
        SITES
            .iter()
            .find(|site| site.place.eq_ignore_ascii_case(place))
    }

    /// Returns the site that is meant by one of its aliases, its host or an address of it, in any
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
        SITES.iter().find(|site| {
            let mut aliases = site.aliases.iter();
            site.place.eq_ignore_ascii_case(host)
                || aliases.any(|alias| alias.eq_ignore_ascii_case(typed))
        })
    }
}

/// Returns the host of the site that a place lies in: Reddit's for a [subreddit](is_subreddit), else
/// the place. Hosts are to be compared without regard to case.
///
/// ```
/// use matcher::site_of;
///
/// assert_eq!(site_of("rust"), "reddit.com");
/// assert_eq!(site_of("news.ycombinator.com"), "news.ycombinator.com");
/// ```
pub fn site_of(place: &str) -> &str {
    if is_subreddit(place) { REDDIT } else { place }
}

/// Returns the host, in small letters, of the site that is meant by the host of any site, or by what
/// people type for one of those that are heard.
pub(crate) fn site_meant_by(typed: &str) -> Option<String> {
    if let Some(site) = Site::meant_by(typed) {
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

/// Returns whether a place is a subreddit: whatever is none of the [`SITES`], however it is written, so
/// that nothing of Reddit is missed by who looks in every subreddit.
///
/// ```
/// use matcher::is_subreddit;
///
/// assert!(is_subreddit("rust") && is_subreddit("reddit.com"));
/// assert!(!is_subreddit("news.ycombinator.com"));
/// ```
pub fn is_subreddit(place: &str) -> bool {
    Site::at(place).is_none()
}

/// Returns what people call a place.
///
/// ```
/// use matcher::place_label;
///
/// assert_eq!(place_label("rust"), "r/rust");
/// assert_eq!(place_label("news.ycombinator.com"), "Hacker News");
/// ```
pub fn place_label(place: &str) -> String {
    match Site::at(place) {
        Some(site) => site.name.to_owned(),
        None => format!("r/{place}"),
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

/// Returns what follows a prefix, in whatever case that is.
pub(crate) fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let start = text.get(..prefix.len())?;
    start
        .eq_ignore_ascii_case(prefix)
        .then(|| &text[prefix.len()..])
}
