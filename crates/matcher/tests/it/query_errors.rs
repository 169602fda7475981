//! Invalid queries: the part at fault, and the advice.

use matcher::{MAX_QUERY_CHARS, Query, QueryError};

fn refused(query: &str) -> QueryError {
    Query::parse(query).expect_err(query)
}

/// The query, the part of it that is at fault, a piece of the message, a piece of the advice.
#[rustfmt::skip]
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("", "", "is empty", "Write a word"),
    (" \n", " \n", "is empty", "Write a word"),
    ("tea (green", "(", "never closed", "Add a )"),
    ("tea (", "(", "never closed", "Add a )"),
    ("(a (b)", "(", "never closed", "Add a )"),
    ("tea)", ")", "no ( for this", "Delete it"),
    (")", ")", "no ( for this", "Delete it"),
    ("a OR )", "OR", "OR has nothing after it", "on both sides"),
    ("tea ()", "()", "nothing in these parentheses", "`main()`"),
    ("main()", "()", "nothing in these parentheses", "`main()`"),
    ("\"green tea", "\"", "quote is never closed", "Add a \""),
    ("“green", "“", "quote is never closed", "Add a \""),
    ("`main", "`", "backtick is never closed", "Add a `"),
    ("tea \"\"", "\"\"", "nothing between", "Put the text"),
    ("tea `` ", "``", "nothing between", "Put the text"),
    ("tea //", "//", "nothing between", "Put the text"),
    ("tea OR", "OR", "OR has nothing after it", "tea OR coffee"),
    ("tea OR OR coffee", "OR", "OR has nothing after it", "tea OR coffee"),
    ("OR tea", "OR", "OR has nothing before it", "\"OR\" in quotes"),
    ("(OR tea)", "OR", "OR has nothing before it", "tea OR coffee"),
    ("AND tea", "AND", "AND has nothing before it", "tea AND coffee"),
    ("tea AND", "AND", "AND has nothing after it", "tea AND coffee"),
    ("tea NOT", "NOT", "NOT has nothing after it", "tea NOT coffee"),
    ("NOT", "NOT", "NOT has nothing after it", "\"NOT\" in quotes"),
    ("tea NOT OR a", "NOT", "NOT has nothing after it", "tea NOT coffee"),
    ("tea -", "-", "is on its own", "-coffee"),
    ("tea - coffee", "-", "is on its own", "-coffee"),
    ("--verbose", "--verbose", "two -", "`--verbose`"),
    ("tea *", "*", "match everything", "tea*"),
    ("te*a", "te*a", "middle of the word", "Write te* or *a"),
    ("a || b", "||", "not an operator", "Write OR"),
    ("a && b", "&&", "not an operator", "must all appear"),
    ("tilte:tea", "tilte:", "no field tilte:", "Did you mean title:?"),
    ("subreddit:rust tea", "subreddit:", "no field subreddit:", "sub:"),
    ("user:me tea", "user:", "no field user:", "author:"),
    ("score:3 tea", "score:", "no field score:", "min_score:"),
    ("foo:bar", "foo:", "no field foo:", "\"foo:\" in quotes"),
    ("title: tea", "title:", "title: has nothing after it", "without a space, as in title:tea"),
    ("tea (sub:)", "sub:", "sub: has nothing after it", "sub:drinks"),
    ("title:(body:tea)", "body:", "inside another", "title:tea body:coffee"),
    ("title:(tea type:post)", "type:post", "inside another", "side by side"),
    ("title:-tea", "title:-", "cannot follow title:", "-title:tea"),
    ("title:OR", "", "", ""),
    ("type:(post)", "type:", "one value, not a group", "type:post"),
    ("tea type:link", "link", "no type \"link\"", "type:post or type:comment"),
    ("tea min_score:many", "many", "not a whole number", "min_score:10"),
    ("tea min_score:99999999999999999999", "99999999999999999999", "not a whole number", "min_score:10"),
    ("tea -min_score:3", "-", "cannot be excluded", "delete min_score:"),
    ("tea sub:a.b", "sub:a.b", "is not a valid name", "sub:rust"),
    ("tea site:rust", "site:rust", "\"rust\" is not the name of a site", "site:hn"),
    ("tea site:(hn OR news.*)", "news.*", "not the name of a site", "without *"),
    ("tea site:/hn/", "site:/hn/", "not the name of a site", "whole host"),
    ("tea site:a..b", "site:a..b", "not the name of a site", "whole host"),
    ("tea site:", "site:", "site: has nothing after it", "site:hn"),
    ("tea site:-hn", "site:-", "cannot follow site:", "-site:hn"),
    ("tea NEAR/3 site:hn", "site:hn", "word or phrase on each side", "(green OR black)"),
    ("sites:hn tea", "sites:", "no field sites:", "Did you mean site:?"),
    ("domain:a.b tea", "domain:", "no field domain:", "Did you mean url:?"),
    ("author:\"two words\"", "author:\"two words\"", "is not a valid name", "author:someone"),
    ("NEAR/3 tea", "NEAR/3", "nothing before it", "tea NEAR/5 coffee"),
    ("tea NEAR/3", "NEAR/3", "nothing after it", "\"NEAR\" in quotes"),
    ("tea NEAR coffee", "NEAR", "number of words from 1 to 100", "NEAR/5"),
    ("tea NEAR/0 coffee", "NEAR/0", "number of words from 1 to 100", "NEAR/5"),
    ("tea NEAR/x coffee", "NEAR/x", "number of words from 1 to 100", "NEAR/5"),
    ("tea NEAR/101 coffee", "NEAR/101", "number of words from 1 to 100", "NEAR/5"),
    ("tea NEAR/3 (a b)", "a b", "word or phrase on each side", "(green OR black)"),
    ("tea NEAR/3 -a", "a", "word or phrase on each side", "(green OR black)"),
    ("tea NEAR/3 author:a", "author:a", "word or phrase on each side", "(green OR black)"),
    ("a NEAR/3 b NEAR/3 c", "NEAR/3", "two sides, not three", "(a NEAR/5 b) (b NEAR/5 c)"),
    ("\"\u{200b}\"", "\"\u{200b}\"", "no visible characters", "again"),
    ("tea\0", "\0", "NUL", "again"),
    ("/r/rust", "/r/rust", "ends at its second /", "sub:rust"),
    ("/usr/bin tea", "/usr/bin", "ends at its second /", "\"/usr/bin\" in quotes"),
    ("/tea", "/", "no closing /", "in quotes"),
    ("-tea", "tea", "only excludes", "tea -coffee"),
    ("tea OR -coffee", "coffee", "only excludes", "tea -coffee"),
    ("NOT (tea OR coffee)", "tea OR coffee", "only excludes", "must appear"),
    ("type:post", "type:post", "only limits the type", "tea type:post"),
    ("min_score:5", "min_score:5", "only sets a minimum score", "tea min_score:10"),
    ("sub:rust", "sub:rust", "only names a subreddit", "tea sub:drinks"),
    ("tea OR sub:rust", "sub:rust", "only names a subreddit", "each side of an OR"),
    ("site:hn", "site:hn", "only names a site", "tea site:hn"),
    ("tea OR site:hn", "site:hn", "only names a site", "each side of an OR"),
    ("author:auto*", "author:auto*", "part of a name", "whole name"),
];

#[cfg(feature = "regex")]
#[rustfmt::skip]
const PATTERNS: &[(&str, &str, &str, &str)] = &[
    ("tea /a(b/", "(", "cannot be read: unclosed group", "write \\ before a symbol"),
    ("tea /a**{/", "{", "cannot be read: ", "Correct it"),
    ("tea /[z-a]/", "z-a", "cannot be read: invalid character class range", "Correct it"),
    ("tea /(?=a)b/", "(?=", "look-around", "Correct it"),
    ("tea /a*/", "/a*/", "matches empty text", "+ instead of *"),
    ("tea /(\\w{40}){40}/", "/(\\w{40}){40}/", "too much memory", "fewer repetitions"),
    ("/a\\d/", "/a\\d/", "three consecutive characters", "Add a word"),
    ("/\\w+/ OR tea", "/\\w+/", "three consecutive characters", "Add a word"),
    ("a /bb/ /bb/ /bb/ /bb/ /bb/ /bb/", "/bb/", "at most 5 regular", "/one|two/"),
];

#[cfg(not(feature = "regex"))]
#[rustfmt::skip]
const PATTERNS: &[(&str, &str, &str, &str)] =
    &[("tea /a+b/", "/a+b/", "not loaded", "Try again")];

#[test]
fn every_error_names_its_place_and_says_what_to_write() {
    for (query, part, message, advice) in TABLE.iter().chain(PATTERNS) {
        if message.is_empty() {
            assert!(Query::parse(query).is_ok(), "{query}");
            continue;
        }
        let error = refused(query);
        assert_eq!(&query[error.span().range()], *part, "{query}: {error}");
        assert!(error.to_string().contains(message), "{query}: {error}");
        assert!(error.advice().contains(advice), "{query}: {}", error.advice());
    }
}

#[test]
fn lengths_and_depths_have_limits() {
    let refused = |query: String| refused(&query).to_string();
    assert!(refused("é".repeat(MAX_QUERY_CHARS + 1)).contains("1,001"));
    assert!(refused("x".repeat(10_000_000)).contains("10,000,000"));
    assert!(refused("x".repeat(201)).contains("201"));
    assert!(refused("a ".repeat(101)).contains("100 words"));
    assert!(refused(format!("{}a{}", "(".repeat(21), ")".repeat(21))).contains("20 deep"));
    assert!(refused("(".repeat(1_000)).contains("20 deep"));
    assert!(refused(format!("a {}", "NOT ".repeat(200) + "b")).contains("20 deep"));
    assert!(Query::parse(&format!("{}a{}", "(".repeat(20), ")".repeat(20))).is_ok());
    assert!(Query::parse(&"a ".repeat(100)).is_ok());
}

#[test]
fn a_place_can_be_given_in_utf16_units() {
    let query = "🔥 (tea";
    let error = refused(query);
    let units = matcher::to_utf16(query, &[error.span()]);
    assert_eq!((units[0].start, units[0].end), (3, 4));
}
