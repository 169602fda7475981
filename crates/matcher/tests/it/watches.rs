//! Valid and rejected watches.

use matcher::{
    ExclusionError, Exclusions, Filters, Item, MAX_KEYWORD_CHARS, Matcher, NameProblem, Scope,
    SubredditError, Watch, WatchError, WatchId, check_keyword,
};

fn with(filters: Filters) -> Result<Watch, WatchError> {
    Watch::new(WatchId(1), "tea", Scope::All, filters)
}

#[test]
fn the_defaults_are_posts_and_comments_anywhere_in_any_case() {
    let Filters { include_posts, include_comments, .. } = Filters::default();
    assert!(include_posts && include_comments);
    let Filters { match_titles_only, case_sensitive, whole_word_only, .. } = Filters::default();
    assert!(!match_titles_only && !case_sensitive && !whole_word_only);
}

#[test]
fn an_empty_keyword_is_refused() {
    for keyword in ["", " ", "\n\u{a0}\u{3000}"] {
        assert_eq!(check_keyword(keyword), Err(WatchError::EmptyKeyword));
    }
}

#[test]
fn a_keyword_that_cannot_be_seen_is_refused() {
    for keyword in ["\u{200b}", "\u{ad}\u{feff}", "\u{fe0f}", "\u{7}", "\u{200b} \u{200b}"] {
        assert_eq!(check_keyword(keyword), Err(WatchError::InvisibleKeyword), "{keyword:?}");
    }
}

#[test]
fn a_keyword_with_nul_is_refused() {
    assert_eq!(check_keyword("te\0a"), Err(WatchError::NulInKeyword));
}

#[test]
fn a_keyword_may_have_200_characters_and_no_more() {
    let longest = "ß".repeat(MAX_KEYWORD_CHARS);
    assert_eq!(check_keyword(&format!(" {longest} ")), Ok(()));
    let chars = MAX_KEYWORD_CHARS + 1;
    assert_eq!(check_keyword(&"ß".repeat(chars)), Err(WatchError::KeywordTooLong { chars }));
}

#[test]
fn filters_that_leave_nothing_to_search_are_refused() {
    let neither = Filters { include_posts: false, include_comments: false, ..Filters::default() };
    assert_eq!(with(neither), Err(WatchError::NothingIncluded));
    let titles_of_comments =
        Filters { include_posts: false, match_titles_only: true, ..Filters::default() };
    assert_eq!(with(titles_of_comments), Err(WatchError::NothingIncluded));
    let titles_of_posts =
        Filters { include_comments: false, match_titles_only: true, ..Filters::default() };
    assert!(with(titles_of_posts).is_ok());
}

#[test]
fn a_bad_subreddit_is_refused_by_name() {
    let error = Scope::parse(["rust", "no good"]).map_err(WatchError::from).unwrap_err();
    let input = "no good".to_owned();
    assert_eq!(
        error,
        WatchError::Subreddit(SubredditError { input, problem: NameProblem::Character(' ') })
    );
    assert!(error.to_string().contains("no good"));
}

#[test]
fn something_must_be_left_to_look_in() {
    let left = |names: &[&str], without: &[&str]| {
        let scope = Scope::parse(names).unwrap();
        let watch = Watch::new(WatchId(1), "tea", scope, Filters::default()).unwrap();
        let without = Exclusions::parse(without, [""; 0]).unwrap();
        watch.with_exclusions(without)
    };
    let nothing = Err(WatchError::Exclusions(ExclusionError::NothingLeft));
    assert_eq!(left(&["hn"], &["news.ycombinator.com"]), nothing);
    assert_eq!(left(&["hn", "tea"], &["Tea", "HN"]), nothing);
    assert!(left(&["hn", "tea"], &["tea"]).is_ok());
    assert!(left(&["hn", "all"], &["hn"]).is_ok());
    assert!(left(&["all"], &["hn"]).is_ok());
}

#[test]
fn of_two_watches_with_one_id_the_later_counts() {
    let named = |keyword| Watch::new(WatchId(1), keyword, Scope::All, Filters::default()).unwrap();
    let matcher = Matcher::build([named("tea"), named("coffee")]);
    let item = Item::post("t", "tea", "coffee");
    assert_eq!(matcher.len(), 1);
    assert_eq!(matcher.matches(&item).len(), 1);
}

#[test]
fn no_watches_find_nothing() {
    let item = Item::post("t", "tea", "");
    assert!(Matcher::build([]).is_empty());
    assert_eq!(Matcher::default().matches(&item), []);
}
