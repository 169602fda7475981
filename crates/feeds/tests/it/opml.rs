//! Lists of feeds, as readers write them.

use feeds::Error;
use feeds::opml::{Outline, read, write};
use proptest::prelude::*;
use url::Url;

fn outline(title: &str, address: &str, folder: &str) -> Outline {
    Outline {
        title: title.to_owned(),
        address: Url::parse(address).unwrap(),
        folder: folder.to_owned(),
    }
}

#[test]
fn lists_of_readers_are_read() {
    let list = "<?xml version='1.0'?><opml version='1.0'><head><title>Mine</title></head><body>
        <outline text='Top' xmlUrl='https://a.example/feed'/>
        <outline text='News'><outline title='Tech &amp; co'>
            <outline type='rss' text='One' title='Uno' XMLURL=' https://a.example/1 ' htmlUrl='https://a.example/'/>
            <outline text='Two' xmlurl='feed://a.example/2'></outline></outline>
            <outline text='Three' xmlUrl='feed:http://a.example/3'/></outline>
        <outline type='rss' text='Podcasts' xmlUrl=''>
            <outline text='Four' xmlUrl='itpc://a.example/5?a=1&b=2'/>
            <outline text='Five' xmlUrl='a.example/6'/></outline>
        <outline text='again' xmlUrl='https://a.example/feed'/>
        <outline text='bad' xmlUrl='javascript:alert(1)'/><outline text='none' xmlUrl='nowhere'/>
        <outline xmlUrl='https://a.example/4'/></body></opml>";
    let wanted = [
        outline("Top", "https://a.example/feed", ""),
        outline("Uno", "https://a.example/1", "News/Tech & co"),
        outline("Two", "https://a.example/2", "News/Tech & co"),
        outline("Three", "http://a.example/3", "News"),
        outline("Four", "https://a.example/5?a=1&b=2", "Podcasts"),
        outline("Five", "https://a.example/6", "Podcasts"),
        outline("", "https://a.example/4", ""),
    ];
    assert_eq!(read(list.as_bytes()).unwrap(), wanted);
}

#[test]
fn what_is_no_list_is_refused() {
    assert_eq!(read(b" "), Err(Error::Empty));
    assert_eq!(read(b"<html>"), Err(Error::WebPage));
    assert_eq!(read(b"<rss/>"), Err(Error::NotOpml));
    assert_eq!(read(b"hello"), Err(Error::NotOpml));
    assert!(matches!(read(b"<opml><body>"), Err(Error::BrokenXml(_))));
    assert_eq!(read(b"<opml/>"), Ok(Vec::new()));
}

#[test]
fn of_many_five_thousand_are_read() {
    let outlines: String =
        (0..6_000).map(|n| format!("<outline xmlUrl='https://a.example/{n}'/>")).collect();
    assert_eq!(read(format!("<opml>{outlines}</opml>").as_bytes()).unwrap().len(), 5_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(
        parts in prop::collection::btree_map("[a-z0-9]{1,8}", (".{0,1200}", "[a-z<&\"'/ é\n\u{1}]{0,6}"), 0..20),
    ) {
        let outlines: Vec<Outline> = parts
            .iter()
            .map(|(path, (title, folder))| {
                outline(title, &format!("https://a.example/{path}?a=1&b='\"<"), folder)
            })
            .collect();
        let once = read(write(&outlines).as_bytes()).unwrap();
        prop_assert_eq!(once.len(), outlines.len());
        for outline in &outlines {
            let same = once.iter().find(|other| other.address == outline.address).unwrap();
            let words = |text: &str| {
                let text = text.replace(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), "");
                text.chars().take(400).collect::<String>()
            };
            prop_assert_eq!(words(&same.title), words(&outline.title));
            prop_assert_eq!(words(&same.folder), words(&outline.folder));
        }
        // Once in the form that is read, nothing is lost any more.
        prop_assert_eq!(read(write(&once).as_bytes()).unwrap(), once);
    }
}
