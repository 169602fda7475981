//! Decides whether two links lead to one page, as far as their addresses show.

use aws_lc_rs::digest::{SHA256, digest};
use url::Url;

/// Parameters that record how a reader arrived, besides all that begin with `utm_`.
const TRACKING: [&str; 12] = [
    "fbclid", "gclid", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "igshid",
    "mc_cid", "mc_eid", "ref_src",
];

/// Returns a hash that links to one page have in common, or `None` if `link` is no link of the web. Scheme,
/// `www.`, tracking parameters, the order of the others, a trailing slash and the fragment within the page do
/// not count. The hash is part of a cryptographic one: nobody can make a link that is mistaken for another.
pub(crate) fn link_hash(link: &str) -> Option<i64> {
    let hash = digest(&SHA256, compared_form(link)?.as_bytes());
    let (first, _) = hash.as_ref().split_first_chunk()?;
    Some(i64::from_be_bytes(*first))
}

fn compared_form(link: &str) -> Option<String> {
    let url = Url::parse(link).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let path = url.path().trim_end_matches('/');
    let mut parameters: Vec<_> = url.query_pairs().filter(|(name, _)| !is_tracking(name)).collect();
    parameters.sort();
    let query =
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    // Where scripts choose the page, the fragment is its path.
    let page = url.fragment().filter(|part| part.starts_with(['!', '/']));
    let page = page.unwrap_or_default();
    Some(format!("{host}{port}{path}?{query}#{page}"))
}

fn is_tracking(name: &str) -> bool {
    name.starts_with("utm_") || TRACKING.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_change_where_a_link_leads_does_not_count() {
        let plain = link_hash("https://kettles.example/a?b=1&c=2");
        assert!(plain.is_some());
        for same in [
            "http://kettles.example/a?b=1&c=2",
            "https://www.Kettles.example/a/?b=1&c=2",
            "https://kettles.example:443/a?c=2&utm_source=hn&b=1&fbclid=x",
            "https://kettles.example/a?b=1&c=2#reviews",
        ] {
            assert_eq!(link_hash(same), plain, "{same}");
        }
        for other in [
            "https://kettles.example/A?b=1&c=2",
            "https://kettles.example/a",
            "https://kettles.example/a?b=2&c=2",
            "https://kettles.example/a?b=1%26c=2",
            "https://kettles.example/a/b?b=1&c=2",
            "https://kettles.example/a?b=1&c=2#!/reviews",
            "https://kettles.example:8443/a?b=1&c=2",
            "https://shop.kettles.example/a?b=1&c=2",
        ] {
            assert_ne!(link_hash(other), plain, "{other}");
        }
    }

    #[test]
    fn a_site_is_a_page_and_what_is_no_link_is_none() {
        let home = link_hash("https://kettles.example");
        assert_eq!(link_hash("https://www.kettles.example/?utm_medium=x"), home);
        for none in ["", "kettles.example", "mailto:a@kettles.example", "https://"] {
            assert_eq!(link_hash(none), None, "{none}");
        }
    }
}
