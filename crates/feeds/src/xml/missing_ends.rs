//! The ends that are missing in feeds: a start tag tells that an element before it has ended.

use crate::namespaces::Namespace::{self, Content, Core, DublinCore};

const ENTRIES: [&str; 2] = ["item", "entry"];
/// What entries are in.
const AROUND: [&str; 4] = ["rss", "rdf", "feed", "channel"];
/// Elements that have texts without elements of feeds.
const TEXTS: [&str; 25] = [
    "category",
    "comments",
    "copyright",
    "creator",
    "date",
    "description",
    "docs",
    "generator",
    "guid",
    "id",
    "issued",
    "language",
    "lastbuilddate",
    "link",
    "managingeditor",
    "modified",
    "pubdate",
    "published",
    "rights",
    "subtitle",
    "summary",
    "title",
    "ttl",
    "updated",
    "webmaster",
];
/// Of these, those that may have elements of HTML with the same names.
const MARKED_UP: [&str; 2] = ["description", "summary"];
const IN_HTML: [&str; 6] = ["content", "link", "source", "summary", "title", "author"];

/// Returns how many of the open elements, the innermost last, end before the start tag of another one.
pub(super) fn before(namespace: Namespace, name: &str, open: &[String]) -> usize {
    let last = |names: &[&str]| open.iter().rposition(|open| names.contains(&open.as_str()));
    let around = last(&AROUND).map_or(0, |at| at + 1);
    if namespace == Core && ENTRIES.contains(&name) {
        return open.len() - around;
    }
    let begin = last(&ENTRIES).map_or(around, |at| at + 1);
    let Some(child) = open.get(begin).filter(|child| TEXTS.contains(&child.as_str())) else {
        return 0;
    };
    let is_marked_up = MARKED_UP.contains(&child.as_str());
    let ends = match namespace {
        Core if is_marked_up => !IN_HTML.contains(&name) && TEXTS.contains(&name),
        Core => TEXTS.contains(&name) || IN_HTML.contains(&name),
        DublinCore | Content => true,
        _ => false,
    };
    if ends { open.len() - begin } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::before;
    use crate::namespaces::Namespace::{Content, Core, Xhtml};

    #[test]
    fn a_start_tag_ends_what_cannot_be_around_it() {
        let cases = [
            (Core, "item", "rss channel category", 1),
            (Core, "item", "rss channel item", 1),
            (Core, "item", "rss channel item description p", 3),
            (Core, "item", "rss channel title", 1),
            (Core, "entry", "feed entry content div", 3),
            (Core, "item", "rdf channel", 0),
            (Core, "link", "rss channel item title", 1),
            (Core, "guid", "rss channel item title b", 2),
            (Core, "pubdate", "rss channel item description p", 2),
            (Content, "encoded", "rss channel item description p", 2),
            (Core, "title", "rss channel link", 1),
            (Core, "link", "rss channel item guid", 1),
            // Elements of HTML.
            (Core, "link", "rss channel item description", 0),
            (Core, "p", "rss channel item title", 0),
            (Xhtml, "summary", "feed entry summary", 0),
            (Core, "title", "rss channel image", 0),
            (Core, "name", "feed entry author", 0),
            (Core, "title", "feed entry source", 0),
        ];
        for (namespace, name, open, wanted) in cases {
            let elements: Vec<String> = open.split(' ').map(str::to_owned).collect();
            assert_eq!(before(namespace, name, &elements), wanted, "{name} in {open}");
        }
    }
}
