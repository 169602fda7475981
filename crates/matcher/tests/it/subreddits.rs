//! The rules for names, the forms in which users enter them, and suggestions.

use matcher::{
    Exclusions, Filters, Item, LEMMY, Matcher, NameProblem, POPULAR, REDDIT, SITES, Scope, Site,
    SubredditName, Watch, WatchId, parse_list, site_of, suggest,
};

fn problem(input: &str) -> NameProblem {
    SubredditName::parse(input).unwrap_err().problem
}

fn suggested(typed: &str) -> Vec<String> {
    suggest(typed).into_iter().map(|suggestion| suggestion.name).collect()
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    typed: String,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    needs_confirmation: bool,
    error: Option<String>,
}

/// The web's tests use the same table.
#[test]
fn the_table_of_names_holds() {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../names.json")).unwrap();
    for Row { typed, names, needs_confirmation, error } in rows {
        match (SubredditName::parse_joined(&typed), error) {
            (Ok(read), None) => {
                let read_names: Vec<&str> = read.iter().map(SubredditName::as_str).collect();
                assert_eq!(read_names, names, "{typed:?}");
                let needs = read.iter().all(SubredditName::needs_confirmation);
                assert_eq!(needs, needs_confirmation, "{typed:?}");
                // What is stored is read again.
                for name in &read {
                    assert_eq!(SubredditName::parse(name.as_str()).as_ref(), Ok(name), "{typed:?}");
                }
                assert_eq!(SubredditName::parse(&typed).is_ok(), read.len() == 1, "{typed:?}");
            }
            (Err(refused), Some(error)) => {
                assert!(refused.to_string().contains(&error), "{typed:?}: {refused}");
            }
            (read, error) => panic!("{typed:?}: {read:?}, expected {error:?}"),
        }
    }
}

#[test]
fn a_list_has_names_as_they_are_pasted() {
    for (list, expected) in [
        ("rust, golang", &["rust", "golang"][..]),
        ("r/rust r/golang", &["rust", "golang"]),
        ("rust\r\ngolang\rtea\n", &["rust", "golang", "tea"]),
        ("rust; golang;", &["rust", "golang"]),
        ("rust、golang，tea；milk،cream", &["rust", "golang", "tea", "milk", "cream"]),
        ("<https://reddit.com/r/rust>, (r/golang), ,. ", &["rust", "golang"]),
        ("r/rust+golang, r/golang+tea", &["rust", "golang", "tea"]),
        ("!tea@a.example /c/milk@a.example", &["c/tea@a.example", "c/milk@a.example"]),
    ] {
        let read = parse_list(list).into_iter().map(Result::unwrap);
        let read: Vec<String> = read.map(|name| name.to_string()).collect();
        assert_eq!(read, expected, "{list:?}");
    }
}

#[test]
fn authors_are_read_as_they_are_pasted() {
    for (typed, name) in [
        ("someone", "someone"),
        ("u/two-part", "two-part"),
        ("/user/two-part/", "two-part"),
        ("https://www.reddit.com/user/two-part/?sort=new", "two-part"),
        ("https://old.reddit.com/u/two-part/comments/", "two-part"),
        ("<https://www.reddit.com/user/two-part>,", "two-part"),
        ("@ada.bsky.social", "ada.bsky.social"),
        ("https://bsky.app/profile/ada.bsky.social/post/3k", "ada.bsky.social"),
        ("https://bsky.app/profile/did:plc:abc", "did:plc:abc"),
        ("at://did:plc:abc/app.bsky.feed.post/3k", "did:plc:abc"),
        ("https://news.ycombinator.com/user?id=ada", "ada"),
        ("https://news.ycombinator.com/submitted?id=ada&next=1", "ada"),
        ("@ada@lemmy.world", "ada@lemmy.world"),
        ("u/ada@lemmy.world", "ada@lemmy.world"),
        ("https://lemmy.world/u/ada", "ada@lemmy.world"),
        ("https://programming.dev/u/ada@lemmy.world?page=2", "ada@lemmy.world"),
    ] {
        assert_eq!(matcher::AuthorName::parse(typed).unwrap().as_str(), name, "{typed}");
    }
    for none in ["", "u/", "https://news.ycombinator.com/item?id=1", "https://blog.example/ada"] {
        assert!(matcher::AuthorName::parse(none).is_err(), "{none}");
    }
}

#[test]
fn every_form_is_reduced_to_the_name() {
    let forms = [
        "Rust",
        " Rust ",
        "r/Rust",
        "/r/Rust",
        "R/Rust",
        "/r/Rust/",
        "r/Rust/comments/abc/title",
        "reddit.com/r/Rust",
        "www.reddit.com/r/Rust/",
        "old.reddit.com/r/Rust/new",
        "http://reddit.com/r/Rust",
        "https://www.reddit.com/r/Rust/top/?t=week",
        "HTTPS://Old.Reddit.COM/r/Rust#about",
        "https://np.reddit.com/r/Rust?x=1",
        "//reddit.com/r/Rust",
    ];
    for form in forms {
        assert_eq!(SubredditName::parse(form).unwrap().as_str(), "Rust", "{form}");
    }
}

#[test]
fn what_is_no_name_is_refused_with_its_reason() {
    assert_eq!(problem(""), NameProblem::Empty);
    assert_eq!(problem("r/"), NameProblem::Empty);
    assert_eq!(problem("https://reddit.com/r/"), NameProblem::Empty);
    assert_eq!(problem("a"), NameProblem::TooShort);
    assert_eq!(problem("a234567890123456789012"), NameProblem::TooLong);
    assert_eq!(problem("_rust"), NameProblem::LeadingUnderscore);
    assert_eq!(problem("two words"), NameProblem::Character(' '));
    assert_eq!(problem("café"), NameProblem::Character('é'));
    assert_eq!(problem("rust/golang"), NameProblem::Character('/'));
    assert_eq!(problem("r/rust+golang"), NameProblem::Several);
    assert_eq!(problem("https://www.reddit.com/"), NameProblem::Empty);
}

#[test]
fn names_have_3_to_21_characters() {
    for name in ["all", "abc", "a_1", "a23456789012345678901"] {
        assert!(SubredditName::parse(name).is_ok(), "{name}");
    }
}

#[test]
fn names_are_the_same_in_any_case() {
    assert_eq!(SubredditName::parse("RUST").unwrap(), SubredditName::parse("rust").unwrap());
}

#[test]
fn a_list_is_trimmed_and_keeps_the_first_spelling() {
    let names: Vec<_> =
        parse_list(" Rust ,, r/rust,,/r/python , ").into_iter().map(Result::unwrap).collect();
    assert_eq!(names.iter().map(SubredditName::as_str).collect::<Vec<_>>(), ["Rust", "python"]);
    assert_eq!(parse_list(" , ,"), []);
}

#[test]
fn a_list_shows_each_bad_name_once() {
    let list = parse_list("a, rust, A!, a");
    let bad: Vec<_> =
        list.iter().filter_map(|entry| entry.as_ref().err()).map(|e| e.input.as_str()).collect();
    assert_eq!(bad, ["a", "A!"]);
}

#[test]
fn all_or_no_names_mean_every_subreddit() {
    assert_eq!(Scope::parse(["rust", "All"]).unwrap(), Scope::All);
    assert_eq!(Scope::parse(Vec::<String>::new()).unwrap(), Scope::All);
    let some = Scope::parse(["Rust", "rust"]).unwrap();
    assert!(some.contains("RUST") && !some.contains("tea"));
    assert_eq!(some, Scope::Only(vec![SubredditName::parse("rust").unwrap()]));
}

#[test]
fn every_subreddit_is_no_other_site() {
    let scope = |names: &[&str]| Scope::parse(names).unwrap();
    let hn = "News.Ycombinator.com";
    let all = scope(&["all"]);
    assert!(
        all.contains("rust")
            && all.contains("reddit.com")
            && !all.contains(hn)
            && all.contains("<b>a.b</b>")
    );
    let beside = scope(&["rust", "hn", "ALL", "news.ycombinator.com"]);
    let named = SubredditName::parse("hn").unwrap();
    assert_eq!(beside, Scope::AllAnd(vec![named]));
    assert!(beside.contains("tea") && beside.contains(hn));
    let alone = scope(&["hn"]);
    assert!(!alone.contains("rust") && alone.contains(hn));
    let some = scope(&["Rust", "hn"]);
    assert!(some.contains("rust") && some.contains(hn) && !some.contains("tea"));
    let named = |scope: &Scope| scope.named().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(named(&all), [""; 0]);
    assert_eq!(named(&beside), ["news.ycombinator.com"]);
    assert_eq!(named(&some), ["Rust", "news.ycombinator.com"]);
    assert_eq!(
        [all, beside, alone, some].map(|scope| scope.has_every_subreddit()),
        [true, true, false, false]
    );
}

#[test]
fn the_popular_names_are_44_different_valid_ones() {
    assert_eq!(POPULAR[..5], ["all", "programming", "webdev", "javascript", "reactjs"]);
    assert_eq!(parse_list(&POPULAR.join(",")).into_iter().filter(Result::is_ok).count(), 44);
}

#[test]
fn nothing_typed_suggests_the_first_10() {
    assert_eq!(suggested(""), POPULAR[..10]);
    assert_eq!(suggested("  "), POPULAR[..10]);
    assert!(suggest("").iter().all(|suggestion| suggestion.popular));
}

#[test]
fn typed_text_leads_unless_it_is_popular() {
    assert_eq!(suggested("java"), ["javascript", "java"]);
    assert_eq!(suggested("JAVAS"), ["JAVAS", "javascript"]);
    assert!(!suggest("JAVAS")[0].popular);
    assert_eq!(suggested("zzz"), ["zzz"]);
}

#[test]
fn at_most_8_popular_names_are_suggested() {
    let suggestions = suggest("s");
    assert_eq!(suggestions.iter().filter(|s| s.popular).count(), 8);
    assert_eq!(suggestions[0].name, "s");
}

#[test]
fn every_form_of_a_site_is_reduced_to_its_host() {
    for form in [
        "news.ycombinator.com",
        " News.YCombinator.com ",
        "hn",
        "HN",
        "https://news.ycombinator.com",
        "https://news.ycombinator.com/item?id=1",
        "HTTP://news.ycombinator.com/newest",
        "//news.ycombinator.com/",
        "news.ycombinator.com/newest",
        "news.ycombinator.com?p=2",
        "news.ycombinator.com#x",
    ] {
        let name = SubredditName::parse(form).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(name.as_str(), "news.ycombinator.com", "{form}");
        assert!(name.is_site() && !name.is_all(), "{form}");
    }
    let names = parse_list("hn, news.ycombinator.com, hackernews, rust");
    let names: Vec<_> = names.into_iter().map(Result::unwrap).collect();
    let sites: Vec<_> = names.iter().map(SubredditName::is_site).collect();
    assert_eq!(sites, [true, false, false]);
}

#[test]
fn what_is_no_site_is_refused() {
    for name in ["r/hn", "/r/HN", "/hn", "https://hn/"] {
        assert!(SubredditName::parse(name).is_err(), "{name}");
    }
    assert_eq!(problem("r/hn"), NameProblem::TooShort);
    for name in [
        "ycombinator.com",
        "r/news.ycombinator.com",
        "forum.example",
        "x@news.ycombinator.com",
        "news.ycombinator.community",
        "news.ycombinator.com:80",
    ] {
        assert!(matches!(problem(name), NameProblem::Character(_)), "{name}: {}", problem(name));
    }
}

#[test]
fn a_place_lies_in_a_site() {
    for site in &SITES {
        assert_eq!(site_of(site.place), site.place);
        assert_eq!(Site::meant_by(site.place), Some(site));
        for alias in site.aliases {
            assert_eq!(Site::meant_by(alias), Some(site));
            assert!(SubredditName::parse(&format!("r/{alias}")).is_err());
        }
    }
    assert_eq!(site_of("Rust"), REDDIT);
    assert_eq!(site_of(""), REDDIT);
    assert_eq!(site_of("reddit.com"), REDDIT);
    assert_eq!(site_of("<b>a.b</b>"), REDDIT);
}

#[test]
fn a_feed_is_a_place_of_its_own() {
    let place = "feed/blog.example/0a1b2c3d";
    assert_eq!(matcher::feed_place("Blog.Example", "0a1b2c3d"), place);
    let name = SubredditName::parse(" Feed/Blog.example/0A1B2C3D ").unwrap();
    assert_eq!(name.as_str(), place);
    assert!(!name.is_site());
    let scope = Scope::parse(["all", place]).unwrap();
    assert!(scope.contains("rust") && scope.contains("FEED/blog.example/0a1b2c3d"));
    assert!(!scope.contains("feed/blog.example/00000000"));
    assert!(!Scope::All.contains(place) && !Scope::everything().contains(place));
    let long = matcher::feed_place(&format!("{}.example", "x".repeat(200)), "0a1b2c3d");
    assert_eq!(long.len(), matcher::MAX_FEED_PLACE_CHARS);
    assert!(long.ends_with(".example/0a1b2c3d") && SubredditName::parse(&long).is_ok());
    for none in [
        "feed/blog.example",
        "feed//0a1b2c3d",
        "feed/blog.example/0a1b2c3",
        "feed/blog.example/x/0a1b2c3d",
        "feed/blog example/0a1b2c3d",
        "feed/blog.example/0a1b2c3g",
        "feeds/blog.example/0a1b2c3d",
    ] {
        assert!(SubredditName::parse(none).is_err(), "{none}");
    }
}

#[test]
fn a_community_is_known_in_every_form() {
    for form in [
        "c/rust@programming.dev",
        "/c/Rust@Programming.dev",
        " !rust@programming.dev ",
        "https://programming.dev/c/rust",
        "https://programming.dev/c/rust/?sort=New",
        "programming.dev/c/rust",
        "https://lemmy.world/c/rust@programming.dev",
    ] {
        let name = SubredditName::parse(form).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(name.as_str(), "c/rust@programming.dev", "{form}");
        assert!(!name.is_site(), "{form}");
    }
    for none in [
        "c/rust",
        "!rust",
        "c/@programming.dev",
        "c/rust@",
        "c/ru st@programming.dev",
        "!rust@programming.dev/x",
        "rust@programming.dev",
        "https://programming.dev/u/rust",
        "https://www.reddit.com/c/rust",
        "https://localhost/c/rust",
    ] {
        assert!(SubredditName::parse(none).is_err(), "{none}");
    }
    let long = format!("c/rust@{}.example", "x".repeat(100));
    assert!(SubredditName::parse(&long).is_err());
    // A subreddit may have the same name as the site.
    assert_eq!(SubredditName::parse("lemmy").unwrap().as_str(), "lemmy");
    assert_eq!(SubredditName::parse("https://join-lemmy.org/").unwrap().as_str(), LEMMY.place);
}

#[test]
fn the_whole_of_lemmy_contains_its_communities_and_every_subreddit_does_not() {
    let place = "c/rust@programming.dev";
    let contains = |names: &[&str], place| Scope::parse(names).unwrap().contains(place);
    for (names, wanted) in [
        (&["all"][..], false),
        (&["rust"], false),
        (&["all", "hn"], false),
        (&["join-lemmy.org"], true),
        (&["all", "join-lemmy.org"], true),
        (&["!rust@programming.dev"], true),
        (&["!rust@lemmy.world"], false),
    ] {
        assert_eq!(contains(names, place), wanted, "{names:?}");
    }
    assert!(!contains(&[place], LEMMY.place) && !contains(&[place], "rust"));
    assert!(Scope::everything().contains(place));
    // The whole site includes each of its communities.
    let both = Scope::parse([place, "join-lemmy.org", "tea"]).unwrap();
    assert_eq!(both.named().collect::<Vec<_>>(), ["join-lemmy.org", "tea"]);
    let leaves_out = |names: [&str; 1]| {
        let exclusions = Exclusions::parse(names, [""; 0]).unwrap();
        let watch = Watch::new(WatchId(1), "tea", Scope::everything(), Filters::default());
        let watch = watch.unwrap().with_exclusions(exclusions).unwrap();
        let matcher = Matcher::build([watch]);
        matcher.matching_watches(&Item::post(place, "Tea", "")).is_empty()
    };
    assert!(leaves_out([place]) && leaves_out([LEMMY.place]));
    assert!(!leaves_out(["c/rust@lemmy.world"]));
}

#[test]
fn watches_on_a_community_and_on_the_whole_of_lemmy_match_in_it() {
    let watch = |id, names: &[&str], query: bool| {
        let (scope, filters) = (Scope::parse(names).unwrap(), Filters::default());
        let watch = match query {
            true => Watch::query(WatchId(id), "tea OR \"green cup\"", scope, filters),
            false => Watch::new(WatchId(id), "tea", scope, filters),
        };
        watch.unwrap()
    };
    let scopes: [&[&str]; 5] = [
        &["c/drinks@a.example"],
        &["join-lemmy.org"],
        &["all"],
        &["all", "join-lemmy.org"],
        &["c/other@a.example", "hn"],
    ];
    let plain = scopes.iter().zip(1..).map(|(names, id)| watch(id, names, false));
    let queries = scopes.iter().zip(11..).map(|(names, id)| watch(id, names, true));
    let matcher = Matcher::build(plain.chain(queries));
    let found = |place| {
        let found = matcher.matching_watches(&Item::post(place, "Tea", ""));
        found.iter().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(found("c/drinks@a.example"), [1, 2, 4, 11, 12, 14]);
    assert_eq!(found("C/Drinks@A.example"), [1, 2, 4, 11, 12, 14]);
    assert_eq!(found("c/unnamed@b.example"), [2, 4, 12, 14]);
    assert_eq!(found("drinks"), [3, 4, 13, 14]);
    // Here every watch names the whole site, and none the place itself.
    let whole = Matcher::build([watch(1, &["join-lemmy.org"], false)]);
    let item = Item::post("c/unnamed@b.example", "Tea", "");
    assert_eq!(whole.matching_watches(&item), [WatchId(1)]);
}

#[test]
fn queries_know_lemmy_and_its_communities() {
    let matches = |query: &str, place: &str| {
        let scope = Scope::everything();
        let watch = Watch::query(WatchId(1), query, scope, Filters::default());
        let watch = watch.unwrap_or_else(|error| panic!("{query}: {error}"));
        let matcher = Matcher::build([watch]);
        !matcher.matching_watches(&Item::post(place, "Tea", "")).is_empty()
    };
    let place = "c/drinks@a.example";
    for (query, wanted) in [
        ("tea site:lemmy", [true, false]),
        ("tea -site:lemmy", [false, true]),
        ("tea site:Lemmy", [true, false]),
        ("tea site:join-lemmy.org", [true, false]),
        ("tea sub:c/drinks@a.example", [true, false]),
        ("tea sub:!drinks@a.example", [true, false]),
        ("tea sub:join-lemmy.org", [true, false]),
        ("tea -sub:c/drinks@a.example", [false, true]),
        ("tea sub:c/other@a.example", [false, false]),
        ("tea sub:drinks", [false, true]),
        ("tea site:reddit", [false, true]),
        ("tea site:bluesky", [false, false]),
    ] {
        let found = [place, "drinks"].map(|place| matches(query, place));
        assert_eq!(found, wanted, "{query}");
    }
}
