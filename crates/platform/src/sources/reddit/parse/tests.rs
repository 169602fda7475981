use serde_json::json;

use super::*;

fn parse(answer: &Value) -> Page {
    let site = Url::parse("https://forum.example").unwrap();
    parse_listing(answer.to_string().as_bytes(), &site, now()).unwrap()
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap()
}

fn listing(children: &Value) -> Value {
    json!({"kind": "Listing", "data": {"after": null, "children": children}})
}

#[test]
fn an_entry_that_cannot_be_read_is_left_out_and_counted() {
    let page = parse(&listing(&json!([
        {"kind": "t3", "data": {}},
        {"kind": "more", "data": {"name": "t1_x", "subreddit": "tea"}},
        null,
        "text",
        {"kind": "t3", "data": {"name": "t3_a", "subreddit": "tea", "title": null, "edited": 17.5}},
    ])));
    assert_eq!((page.items.len(), page.skipped), (1, 4));
    assert_eq!(page.items[0].forum_id, "t3_a");
    assert_eq!(page.items[0].thread_id, "t3_a");
    assert_eq!(page.items[0].created_at, now());
    assert_eq!(page.items[0].url, "https://forum.example/r/tea/comments/a/");
}

#[test]
fn a_comment_has_its_posts_title_and_a_link_made_from_ids() {
    let page = parse(&listing(&json!([{"kind": "t1", "data": {
        "id": "c1", "link_id": "t3_p", "subreddit": "Tea", "link_title": "Which pot?", "body": "Clay.",
        "created_utc": 1_700_000_000.0, "score": "hidden", "author": null,
    }}])));
    let comment = &page.items[0];
    assert_eq!((comment.kind, comment.title.as_str()), (Kind::Comment, "Which pot?"));
    assert_eq!(comment.forum_id, "t1_c1");
    assert_eq!(comment.thread_id, "t3_p");
    assert_eq!(comment.url, "https://forum.example/r/Tea/comments/p/_/c1/");
    assert_eq!(comment.created_at.timestamp(), 1_700_000_000);
}

#[test]
fn what_is_deleted_or_removed_is_distinguished_from_what_is_there() {
    let cases = [
        ("t3", json!({"author": "ann", "selftext": "Clay.", "removed_by_category": null}), false),
        ("t3", json!({"author": null, "selftext": ""}), false),
        ("t3", json!({"author": "ann", "selftext": "Why does it say [removed]?"}), false),
        ("t3", json!({"author": "[deleted]", "selftext": "[deleted]"}), true),
        ("t3", json!({"author": "ann", "selftext": "[removed]"}), true),
        ("t3", json!({"author": "ann", "selftext": "", "removed_by_category": "moderator"}), true),
        ("t3", json!({"author": "ann", "selftext": "[ Removed by Reddit on account of … ]"}), true),
        ("t1", json!({"author": "ann", "body": "Clay."}), false),
        ("t1", json!({"author": "[deleted]", "body": "[removed]"}), true),
        ("t1", json!({"author": "[deleted]", "body": "Left behind."}), true),
    ];
    for (kind, mut data, gone) in cases {
        data["name"] = json!(format!("{kind}_a"));
        data["subreddit"] = json!("tea");
        let page = parse(&listing(&json!([{"kind": kind, "data": data}])));
        assert_eq!(page.items[0].is_gone, gone, "{data}");
    }
}

#[test]
fn a_crosspost_names_what_it_passes_on() {
    let post = |parent: Value| {
        let data = json!({"name": "t3_b", "subreddit": "tea", "crosspost_parent": parent});
        let page = parse(&listing(&json!([{"kind": "t3", "data": data}])));
        page.items[0].crosspost_parent.clone()
    };
    assert_eq!(post(json!("t3_a")), "t3_a");
    assert_eq!(post(Value::Null), "");
}

#[test]
fn only_a_post_has_a_label_and_only_a_link_leads_elsewhere() {
    let read = |kind: &str, is_self: bool, flair: Value| {
        let data = json!({
            "name": format!("{kind}_a"), "subreddit": "tea", "is_self": is_self,
            "url": "https://pots.example/clay", "link_flair_text": flair,
        });
        let page = parse(&listing(&json!([{"kind": kind, "data": data}])));
        (page.items[0].flair.clone(), page.items[0].link.clone())
    };
    let pair = |flair: &str, link: &str| (flair.to_owned(), link.to_owned());
    let link = "https://pots.example/clay";
    assert_eq!(read("t3", false, json!("Review")), pair("Review", link));
    assert_eq!(read("t3", true, Value::Null), pair("", ""));
    assert_eq!(read("t1", false, json!("Review")), pair("", ""));
}

#[test]
fn what_describes_the_content_of_a_post_is_read() {
    let body = |kind: &str, more: Value| {
        let mut data = json!({
            "name": format!("{kind}_a"), "subreddit": "tea", "title": "A pot", "selftext": "Mine", "body": "Mine",
        });
        data.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        parse(&listing(&json!([{"kind": kind, "data": data}]))).items[0].body.clone()
    };
    let gallery = json!({"gallery_data": {"items": [
        {"media_id": "x", "caption": "Of clay"}, {"media_id": "y"}, {"media_id": "z", "caption": "A pot"}]}});
    let poll = json!({"poll_data": {"options": [{"id": "1", "text": "Clay"}, {"id": "2", "text": "Iron"}]}});
    let page = json!({"media": {"oembed": {"title": "How to fire clay", "html": "<iframe>"}}});
    let crosspost =
        json!({"crosspost_parent_list": [{"title": "Another", "selftext": "Not mine"}]});
    for (more, wanted) in [
        (&gallery, "Mine\n\n🖼️ Of clay"),
        (&poll, "Mine\n\n🗳️ Clay\n\n🗳️ Iron"),
        (&page, "Mine\n\n🔗 How to fire clay"),
        (&crosspost, "Mine"),
        (&json!({"gallery_data": null, "poll_data": [], "media": {"oembed": 5}}), "Mine"),
        (
            &json!({"gallery_data": {"items": {"caption": "x"}}, "poll_data": {"options": [5]}}),
            "Mine",
        ),
    ] {
        assert_eq!(body("t3", more.clone()), wanted, "{more}");
        assert_eq!(body("t1", more.clone()), "Mine", "{more}");
    }
}

/// Reads a page with `odd`, given as text, between two good entries.
fn around(odd: &str) -> (Page, Vec<Skipped>) {
    let good = |id: &str| format!(r#"{{"kind":"t3","data":{{"name":"{id}","subreddit":"tea"}}}}"#);
    let (one, other) = (good("t3_a"), good("t3_c"));
    let answer =
        format!(r#"{{"data":{{"after":"t3_c","children":[{one},{odd},{other}]}},"kind":"x"}}"#);
    let site = Url::parse("https://forum.example").unwrap();
    read_listing(answer.as_bytes(), &site, now()).unwrap()
}

#[test]
fn an_entry_that_is_too_deep_or_too_long_is_skipped() {
    let with = |field: &str| {
        format!(r#"{{"kind":"t3","data":{{"name":"t3_b","subreddit":"tea","x":{field}}}}}"#)
    };
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let objects = format!("{}1{}", r#"{"a":"#.repeat(500_000), "}".repeat(500_000));
    let wide = format!("[{}0]", "0,".repeat(3 << 20));
    let long = format!("\"{}\"", "x".repeat(5 << 20));
    for odd in [nested(200), nested(1_000_000), objects, wide, long] {
        let (page, skipped) = around(&with(&odd));
        let ids: Vec<&str> = page.items.iter().map(|i| i.forum_id.as_str()).collect();
        assert_eq!((ids, page.skipped), (vec!["t3_a", "t3_c"], 1));
        assert_eq!(page.after.as_deref(), Some("t3_c"));
        assert_eq!(skipped[0].forum_id.as_deref(), Some("t3_b"));
    }
    let (page, _) = around(&with(&nested(50)));
    assert_eq!((page.items.len(), page.skipped), (3, 0));
    assert_eq!(around(&nested(1_000_000)).1[0].forum_id, None);
}

#[test]
fn texts_are_bounded_and_free_of_nul() {
    let page = parse(&listing(&json!([{"kind": "t3", "data": {
        "name": "t3_a", "subreddit": "tea", "title": "é".repeat(2_000), "selftext": "a\u{0}b",
        "created_utc": 1e300, "score": 1e30,
    }}])));
    let post = &page.items[0];
    assert_eq!(post.title.chars().count(), MAX_TITLE_CHARS);
    assert_eq!(post.body, "ab");
    assert_eq!((post.score, post.created_at), (i32::MAX, now()));
}

#[test]
fn what_is_no_listing_says_why() {
    let site = Url::parse("https://forum.example").unwrap();
    let fail = |bytes: &[u8]| parse_listing(bytes, &site, now()).unwrap_err();
    assert_eq!(fail(b" \n"), PageError::Empty);
    assert_eq!(fail(b"\n<!doctype html>"), PageError::Html);
    assert_eq!(fail(b"{\"message\": \"no\"}"), PageError::NoListing);
    assert!(matches!(fail(b"{\"data\": {\"chil"), PageError::Json(_)));
}

#[test]
fn half_a_surrogate_pair_and_broken_utf8_lose_nothing() {
    let site = Url::parse("https://forum.example").unwrap();
    let mut bytes = br#"{"data":{"after":"t3_b","children":[{"kind":"t3","data":{"name":"t3_a","subreddit":"tea","title":"x \ud83d y","selftext":""#.to_vec();
    bytes.extend([0xff, 0xfe]);
    bytes.extend(br#""}}]}}"#);
    let page = parse_listing(&bytes, &site, now()).unwrap();
    assert_eq!(page.items[0].title, "x \u{fffd} y");
    assert_eq!(page.items[0].body, "\u{fffd}\u{fffd}");
    assert_eq!(page.after.as_deref(), Some("t3_b"));
}
