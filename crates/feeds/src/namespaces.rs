//! The vocabularies that names of elements belong to.

/// The vocabularies that are read. RSS and Atom are one: feeds mix them, and their words do not clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    /// RSS of any version, Atom, or none.
    Core,
    Content,
    DublinCore,
    Itunes,
    Media,
    Syndication,
    Xhtml,
    Other,
}

impl Namespace {
    /// Returns the vocabulary that an address denotes, if it is known. Case, scheme, and a mark at the
    /// end are ignored, since feeds vary them.
    pub(crate) fn of_address(address: &str) -> Option<Self> {
        let address = address.trim().to_ascii_lowercase();
        let rest = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
        Some(match rest.trim_end_matches(['/', '#']) {
            "" | "www.w3.org/2005/atom" | "purl.org/atom/ns" | "purl.org/rss/1.0" => Self::Core,
            "my.netscape.com/rdf/simple/0.9" | "channel.netscape.com/rdf/simple/0.9" => Self::Core,
            "purl.org/rss/1.0/modules/content" => Self::Content,
            "purl.org/dc/elements/1.1" | "purl.org/dc/elements/1.0" => Self::DublinCore,
            "purl.org/dc/terms" | "purl.org/rss/1.0/modules/dcterms" => Self::DublinCore,
            "purl.org/rss/1.0/modules/syndication" => Self::Syndication,
            "www.itunes.com/dtds/podcast-1.0.dtd" => Self::Itunes,
            // The same words.
            "www.google.com/schemas/play-podcasts/1.0" => Self::Itunes,
            "www.w3.org/1999/xhtml" => Self::Xhtml,
            "search.yahoo.com/mrss" => Self::Media,
            rest if rest.starts_with("backend.userland.com/") => Self::Core,
            rest if rest.contains("law.harvard.edu/") => Self::Core,
            _ => return None,
        })
    }

    /// Returns the vocabulary that a prefix denotes whose address is missing or unknown.
    pub(crate) fn of_prefix(prefix: &str) -> Self {
        match prefix {
            "" | "atom" | "atom03" | "atom10" | "a10" | "rss" | "rss1" | "rss10" => Self::Core,
            "content" => Self::Content,
            "dc" | "dcterms" | "dct" => Self::DublinCore,
            "itunes" | "googleplay" => Self::Itunes,
            "media" | "mrss" => Self::Media,
            "sy" => Self::Syndication,
            "xhtml" => Self::Xhtml,
            _ => Self::Other,
        }
    }
}
