//! Addresses of feeds as people type them.

use api::followed_feeds::add::address_of;

#[test]
fn addresses_are_read_as_people_type_them() {
    for (typed, wanted) in [
        (" blog.example/feed ", "https://blog.example/feed"),
        ("http://blog.example", "http://blog.example/"),
        ("feed://blog.example/x", "https://blog.example/x"),
        ("feed:https://blog.example/x#top", "https://blog.example/x"),
        ("//blog.example/x", "https://blog.example/x"),
        ("feed:blog.example/x", "https://blog.example/x"),
        ("FEED:HTTPS://blog.example/x", "https://blog.example/x"),
        ("feed://https://blog.example/x", "https://blog.example/x"),
        ("feed://http://blog.example/x", "http://blog.example/x"),
        ("rss://blog.example/x", "https://blog.example/x"),
        ("itpc://blog.example/x", "https://blog.example/x"),
        ("<https://blog.example/x>", "https://blog.example/x"),
        ("“https://blog.example/x”", "https://blog.example/x"),
        ("\u{feff}https://blog.example/x\u{200b}\n", "https://blog.example/x"),
        ("https://blog.example/a\nlong/x", "https://blog.example/along/x"),
        ("https://blog.example/a b.xml", "https://blog.example/a%20b.xml"),
        ("blog.example:8080/x", "https://blog.example:8080/x"),
        ("http:blog.example/x", "http://blog.example/x"),
        ("blog.example/x?at=1:a", "https://blog.example/x?at=1:a"),
        // To be refused.
        ("webcal://blog.example/x", "webcal://blog.example/x"),
        ("mailto:me@blog.example", "mailto:me@blog.example"),
        ("javascript:alert(1)", "javascript:alert(1"),
        ("file:///etc/passwd", "file:///etc/passwd"),
    ] {
        assert_eq!(address_of(typed).unwrap().as_str(), wanted, "{typed}");
    }
    assert_eq!(address_of(""), None);
    assert_eq!(address_of("feed:"), None);
    assert_eq!(address_of("<>"), None);
    assert_eq!(address_of("not an address"), None);
}
