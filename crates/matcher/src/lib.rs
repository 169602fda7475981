//! Finds which watches match a post or comment, and where.
//!
//! A [`Watch`] is a keyword with a scope (subreddits and other sites) and [`Filters`]. A [`Matcher`] holds any
//! number of watches and searches an [`Item`] for all of them in one pass. The server and the
//! browser's preview run this same code.
//!
//! ```
//! use matcher::{Field, Filters, Item, Match, Matcher, Scope, Span, Watch, WatchId};
//!
//! let matcher = Matcher::build([
//!     Watch::new(WatchId(1), "rust", Scope::All, Filters::default())?,
//!     Watch::new(WatchId(2), "tea", Scope::parse(["r/drinks"])?, Filters::default())?,
//! ]);
//! let item = Item { author: "someone", ..Item::post("programming", "Tea and Rust", "") };
//! // The second watch looks only in r/drinks.
//! let span = Span { start: 8, end: 12 };
//! assert_eq!(matcher.matches(&item), [Match { watch: WatchId(1), field: Field::Title, span }]);
//! assert_eq!(&item.title[span.range()], "Rust");
//! # Ok::<(), matcher::WatchError>(())
//! ```
//!
//! Everything that can go wrong goes wrong when a watch is made, with a [`WatchError`]; a search
//! cannot fail. The examples below use this short form, which marks what is found:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! // marked(keyword, filters, text)
//! assert_eq!(marked("tea", ANY, "Tea, green tea, teapot"), "[Tea], green [tea], [tea]pot");
//! assert_eq!(marked("tea", WHOLE, "Tea, green tea, teapot"), "[Tea], green [tea], teapot");
//! assert_eq!(marked("IT", CASE, "it is IT"), "it is [IT]");
//! ```
//!
//! # What counts as the same text
//!
//! Capital and small letters are the same, by Unicode's full case folding, and so are letters that
//! readers of Turkish take for the same:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("strasse", ANY, "Straße, STRASSE"), "[Straße], [STRASSE]");
//! assert_eq!(marked("istanbul", ANY, "İstanbul"), "[İstanbul]");
//! assert_eq!(marked("office", ANY, "oﬃce"), "[oﬃce]");
//! ```
//!
//! So are the forms of one character (compatibility equivalence, NFKC), runs of white space, and
//! what keyboards and editors put in the place of a character: quotes, apostrophes, dashes.
//! Characters that cannot be seen are skipped:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("café", ANY, "cafe\u{301}"), "[cafe\u{301}]");
//! assert_eq!(marked("green tea", ANY, "green\n  tea"), "[green\n  tea]");
//! assert_eq!(marked("don't", ANY, "I don’t"), "I [don’t]");
//! assert_eq!(marked("password", ANY, "pass\u{200B}word"), "[pass\u{200B}word]");
//! assert_eq!(marked("boiler 2 kg", ANY, "ＢＯＩＬＥＲ ② ㎏"), "[ＢＯＩＬＥＲ ② ㎏]");
//! assert_eq!(marked("\"e-mail\"", ANY, "«e–mail»"), "[«e–mail»]");
//! ```
//!
//! Marks that readers of a script leave out, such as the vowels of Arabic and Hebrew and the stress
//! of Russian, do not matter. Other accents do, and a match is made of whole characters, emoji and
//! flags:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("cafe", ANY, "café"), "café");
//! assert_eq!(marked("s", ANY, "ß"), "ß");
//! assert_eq!(marked("سلام", ANY, "سَلَامٌ"), "[سَلَامٌ]");
//! assert_eq!(marked("👩", ANY, "👩\u{200D}💻"), "👩\u{200D}💻");
//! ```
//!
//! An address is found in its other spellings: without scheme, `www.` and the slash at its end, with
//! its host and path encoded, and with dots that are hidden from machines. Another site is not found,
//! unless only the bare host was typed:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("https://www.tea.example/", ANY, "tea.example, green-tea.example"), "[tea.example], green-tea.example");
//! assert_eq!(marked("tea.example", ANY, "tea[.]example, green-tea.example"), "[tea[.]example], green-[tea.example]");
//! ```
//!
//! # Markdown and HTML
//!
//! A text is searched as it is written and, where that differs, as a reader sees it
//! ([`VisibleText`]): without the marks of emphasis, the addresses of links, tags and escapes, and
//! with characters in place of entities. A match covers the written text, from its first character
//! to its last:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("green tea", ANY, "**green** tea"), "**[green** tea]");
//! assert_eq!(marked("green tea", ANY, "[green](https://example.org) tea"), "[[green](https://example.org) tea]");
//! assert_eq!(marked("example", ANY, "[green](https://example.org) tea"), "[green](https://[example].org) tea");
//! assert_eq!(marked("R&D", WHOLE, "R&amp;D"), "[R&amp;D]");
//! assert_eq!(marked("xyz", ANY, "x_y_z, x * y * z"), "x_y_z, x * y * z");
//! ```
//!
//! So nothing that occurs in the written text is lost, except that nothing is found in a quotation
//! and the text after it together. A phrase continues on the next line of a quotation. The rules:
//!
//! - Either text counts, for a keyword and for each word, phrase, exact text and regular expression
//!   of a query. An exclusion excludes what occurs in either, so that `-x` holds whenever `x` does
//!   not.
//! - Case and the ends of words are those of the text in which the match was found: `green` is a
//!   whole word of `**green**ish` as it is written, and `greenish` is one as it is seen.
//! - Elements that a browser lays out apart, such as cells, part words ([`parts_words`]).
//! - Where the texts differ, matches lie within a paragraph: one that crosses its end is found in
//!   the written text only. A regular expression is searched for in the whole of either text.
//! - `NEAR` counts the words between two places in both texts, and uses the smaller number.
//! - Titles and bodies have markup; flairs, addresses and names have none.
//!
//! # What counts as a whole word
//!
//! A keyword that begins or ends with a letter or digit must not have another one beside it.
//! Apostrophes, dots and hyphens separate words, except in *n't*, after pronouns that French and
//! Italian elide before a verb (*j'ai*), and within Ukrainian words; underscores join them, except
//! around a word, where they are Markdown:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("acme", WHOLE, "Acme's acme.com"), "[Acme]'s [acme].com");
//! assert_eq!(marked("don", WHOLE, "Don, don't"), "[Don], don't");
//! assert_eq!(marked("AI", WHOLE, "j'ai, l'AI"), "j'ai, l'[AI]");
//! assert_eq!(marked("foo", WHOLE, "_foo_ foo_bar"), "_[foo]_ foo_bar");
//! ```
//!
//! A keyword that begins or ends with punctuation must have beside it neither a letter or digit nor
//! the same punctuation again; and `++` and `#` belong to the name before them:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("C++", WHOLE, "I like C++! C+++ C++11"), "I like [C++]! C+++ C++11");
//! assert_eq!(marked("C", WHOLE, "C, C++, C#"), "[C], C++, C#");
//! assert_eq!(marked(".NET", WHOLE, ".NET, ASP.NET"), "[.NET], ASP.NET");
//! assert_eq!(marked("#tag", WHOLE, "#tag #tags"), "[#tag] #tags");
//! assert_eq!(marked("node.js", WHOLE, "Node.js."), "[Node.js].");
//! ```
//!
//! Scripts without spaces have no word edges to respect: a Chinese, Japanese or Thai keyword
//! matches anywhere, except that a word in Katakana must be the whole run. A Korean keyword must
//! begin a word and may be followed by particles:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("绿茶", WHOLE, "我喜欢绿茶和咖啡"), "我喜欢[绿茶]和咖啡");
//! assert_eq!(marked("iPhone", WHOLE, "买iPhone手机"), "买[iPhone]手机");
//! assert_eq!(marked("커피", WHOLE, "커피를 블랙커피"), "[커피]를 블랙커피");
//! ```
//!
//! An emoji is a word of its own, and a whole one: a part of a sequence or another skin tone is
//! found only without the filter.
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! assert_eq!(marked("🔥", WHOLE, "hot🔥🔥"), "hot[🔥][🔥]");
//! assert_eq!(marked("👍", WHOLE, "👍🏽"), "👍🏽");
//! assert_eq!(marked("👍", ANY, "👍🏽"), "[👍]🏽");
//! ```
//!
//! # Titles, bodies, kinds
//!
//! The title and body of a post are searched, each separately; of a comment only the body is, since
//! its title is its post's. A watch on titles only therefore never matches a comment.
//!
//! # Queries
//!
//! A watch looks for a literal text, whatever symbols it holds, unless it is made by
//! [`Watch::query`]. In a query words are whole words, by the rules above, and all of them must
//! occur in the item, in any order, in its title or body:
//!
//! ```
//! # mod short { include!("../tests/docs/marked.rs"); }
//! # use short::*;
//! // queried(query, text)
//! assert_eq!(queried("green tea", "Tea, green; teapot"), "[Tea], [green]; teapot");
//! assert_eq!(queried("\"green tea\"", "Tea, green tea"), "Tea, [green tea]");
//! assert_eq!(queried("tea* *berry", "teapot, strawberry"), "[tea]pot, straw[berry]");
//! assert_eq!(queried("(black OR green) tea -bubble", "green tea"), "[green] [tea]");
//! assert_eq!(queried("tea NEAR/2 cup", "a cup of tea; a tea that needs no cup"), "a [cup] of [tea]; a tea that needs no cup");
//! assert_eq!(queried("`C++`", "C++11, c++"), "[C++]11, c++");
//! ```
//!
//! | written | means |
//! |---|---|
//! | `green tea` | all of these words, in any order |
//! | `"green tea"` | the phrase; a star outside the quotes loosens that end, as in `"green te"*` |
//! | `a OR b` | either; words bind before it: `a b OR c` is `(a b) OR c` |
//! | `-a`, `NOT a` | what must not be there; also of a group |
//! | `tea*`, `*pot` | an end that may lie inside a longer word |
//! | `a NEAR/3 (b OR c)` | at most 3 words apart in one field, neighbours being 1 apart; words are what white space parts, and in scripts without spaces every character |
//! | `title:` `body:` `flair:` `url:` | in this field only; also before a group |
//! | `author:` `sub:` | the name as a whole, unless there is a star; also `u/name`, `r/name` |
//! | `site:` | the [site](site_of) by its whole host, or `reddit`, `hn`, `bluesky` or `lemmy` |
//! | `type:post`, `type:comment` | the kind |
//! | `min_score:10` | a score that is known and at least this; see [`Query::needs_score`] |
//! | `` `C++` `` | symbols and case as they are, anywhere |
//! | `/te+a/` | a regular expression on the text as it is written or seen, in any case unless the watch is case-sensitive (feature `regex`) |
//!
//! Operators are written in capitals; `or` is a word, and so is `"OR"`. A watch's filters apply:
//! kinds, case, and titles only, which restricts exclusions to titles as well. The filter for whole
//! words has no effect on queries.
//!
//! A text that is not a query is rejected with a [`QueryError`], which says where and what to write
//! instead. So is a query that requires no text that could be searched for, since it would have to
//! be tried on every item of the forum: only exclusions, only `type:`, `min_score:`, `sub:` or
//! `site:`, on any side of an `OR`. `author:name`, `flair:` and `url:` may be used alone: names are
//! looked up, and flairs and addresses have an automaton of their own, which exists only if a watch
//! needs it.
//!
//! A query can be edited as [`Chips`], [`lint`](fn@lint) reports what is odd about a watch, and
//! [`SingleWatch::explain`] explains why a watch matches an item or what rejected it.
//! [`import`](fn@import) reads keywords from elsewhere.
//!
//! # Watches that change
//!
//! A [`LiveMatcher`] applies changes at once, without a rebuild and without stopping searches. A
//! [`SingleWatch`] searches [`PreparedItem`]s for one watch: the browser's preview.
#![deny(missing_docs)]

mod engine;
mod example;
mod explain;
mod import;
mod item;
mod lint;
mod live;
mod markup;
mod query;
mod search;
mod text;
mod unicode;
mod watch;

pub use example::{Example, Frame, example};
pub use explain::{Explanation, Reason, Rejection};
pub use import::{ImportError, ImportedLine, MAX_IMPORT_LINES, import, import_list, import_table};
pub use item::{
    BLUESKY, Field, HACKER_NEWS, Item, Kind, LEMMY, MAX_COMMUNITY_PLACE_CHARS,
    MAX_FEED_PLACE_CHARS, Place, REDDIT, SITES, Site, Span, Utf16Span, author_label,
    community_place, feed_host, feed_place, from_utf16, in_place, is_subreddit, place_label,
    preposition, site_of, to_utf16,
};
pub use lint::{Counts, Lint, LintContext, NeverMatches, lint};
pub use live::{FOLD_AFTER, LiveMatcher, Snapshot};
pub use markup::{VisibleText, parts_words};
#[cfg(feature = "query")]
pub use query::{Chip, ChipError, ChipField, ChipForm, Chips, QueryPattern, TooDeep};
pub use query::{
    MAX_DEPTH, MAX_DISTANCE, MAX_PATTERNS, MAX_QUERY_CHARS, MAX_TERMS, Query, QueryError,
    QueryProblem, Unanchored, WordRejection,
};
pub use search::{Match, Matcher, PatternCost, PreparedItem, Scratch, SingleWatch};
pub use text::{MAX_KEYWORD_CHARS, folded, grouped};
pub use watch::{
    ALL, AuthorName, ExclusionError, Exclusions, Filters, MAX_EXCLUSIONS, NameProblem, POPULAR,
    Rule, Scope, SubredditError, SubredditName, Suggestion, Watch, WatchError, WatchId,
    check_keyword, parse_list, suggest,
};
