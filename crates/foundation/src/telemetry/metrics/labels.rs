use matcher::{BLUESKY, HACKER_NEWS, LEMMY, Site};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};

/// The source that something was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    Reddit,
    HackerNews,
    Bluesky,
    Lemmy,
    Feeds,
}

impl Source {
    /// Returns the source that a place belongs to.
    pub fn of(place: &str) -> Self {
        match Site::of(place) {
            Some(site) if *site == HACKER_NEWS => Self::HackerNews,
            Some(site) if *site == BLUESKY => Self::Bluesky,
            Some(site) if *site == LEMMY => Self::Lemmy,
            _ if matcher::is_subreddit(place) => Self::Reddit,
            _ => Self::Feeds,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reddit => "reddit",
            Self::HackerNews => "hacker_news",
            Self::Bluesky => "bluesky",
            Self::Lemmy => "lemmy",
            Self::Feeds => "feeds",
        }
    }
}

impl EncodeLabelValue for Source {
    fn encode(
        &self,
        encoder: &mut prometheus_client::encoding::LabelValueEncoder<'_>,
    ) -> Result<(), std::fmt::Error> {
        EncodeLabelValue::encode(&self.as_str(), encoder)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Polled {
    pub(super) source: Source,
    pub(super) outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct OfSource {
    pub(super) source: Source,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Attempt {
    pub(super) channel: &'static str,
    pub(super) outcome: &'static str,
}

/// The outcome of a minute of the watchdog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(super) struct Called {
    pub(super) outcome: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_says_which_source_it_lies_in() {
        for (place, source) in [
            ("rust", Source::Reddit),
            ("news.ycombinator.com", Source::HackerNews),
            ("bsky.app", Source::Bluesky),
            ("join-lemmy.org", Source::Lemmy),
            ("c/rust@programming.dev", Source::Lemmy),
            ("feed/blog.example/0a1b2c3d", Source::Feeds),
        ] {
            assert_eq!(Source::of(place), source, "{place}");
        }
    }
}
