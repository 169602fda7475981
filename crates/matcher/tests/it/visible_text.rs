//! The text that a reader sees.

use matcher::{Span, VisibleText};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

#[test]
fn markup_is_not_seen() {
    for (source, seen) in [
        // Emphasis.
        ("**green** tea", "green tea"),
        ("*green* tea", "green tea"),
        ("_green_ tea", "green tea"),
        ("__green__ tea", "green tea"),
        ("__init__.py", "init.py"),
        ("***green** tea*", "green tea"),
        ("**gr**een tea", "green tea"),
        ("~~green~~ tea", "green tea"),
        ("*green **tea***", "green tea"),
        ("(*green*, _tea_)", "(green, tea)"),
        ("**绿茶**很好", "绿茶很好"),
        ("*green\ntea*", "green\ntea"),
        ("***a*", "**a"),
        // Links.
        ("[green](https://example.org) tea", "green tea"),
        ("[green](https://example.org/a_(b) \"A title\") tea", "green tea"),
        ("[green](<https://example.org/a b>) tea", "green tea"),
        ("[green]() tea", "green tea"),
        ("[**green**](/r/tea) tea", "green tea"),
        ("[[green] tea](x)", "[green] tea"),
        ("![green](a.png) tea", "green tea"),
        ("[green](a) [tea](b)", "green tea"),
        ("[a](https://example.org/*x*) *b*", "a b"),
        // Code, in which nothing else is markup.
        ("`green` tea", "green tea"),
        ("``a ` b``", "a ` b"),
        ("`*a* &amp; \\*`", "*a* &amp; \\*"),
        ("```\n*a*\n\n*b*\n```", "\n*a*\n\n*b*\n"),
        // Escapes.
        ("snake\\_case", "snake_case"),
        ("\\*green\\* tea", "*green* tea"),
        ("\\[green](x)", "[green](x)"),
        ("green\\\ntea", "green\ntea"),
        ("https://example.org/a\\_b", "https://example.org/a_b"),
        // HTML.
        ("<b>green</b> tea", "green tea"),
        ("green<br>tea", "green\ntea"),
        ("<p>green</p><p>tea</p>", "\ngreen\n\ntea\n"),
        ("<a href=\"https://example.org/?a=1&b=2\">green</a> tea", "green tea"),
        ("green<!-- not --> tea", "green tea"),
        // Entities.
        ("R&amp;D", "R&D"),
        ("don&#8217;t", "don’t"),
        ("green&nbsp;tea", "green\u{a0}tea"),
        ("&lt;b&gt;", "<b>"),
        ("&#x200B;", "\u{200b}"),
        ("caf&eacute;", "café"),
        // Elements that a browser lays out apart.
        ("<td>Boiler</td><td>40</td>", "\nBoiler\n\n40\n"),
        ("<option>a</option><option>b</option>", "\na\n\nb\n"),
        ("a<hr>b<section>c</section>d", "a\nb\nc\nd"),
        ("gr<font color=\"red\">ee</font>n", "green"),
        // Quotations.
        ("> green\n> tea", "> green\ntea"),
        (">> green\n>> tea\n> milk", ">> green\ntea\n> milk"),
        ("> > green\n> > tea", "> > green\ntea"),
        (">green\n>\n>tea", ">green\n\ntea"),
        ("a\n> green\n> tea\nb", "a\n> green\ntea\nb"),
        ("&gt; green<br>&gt; tea", "> green\ntea"),
        ("<p>&gt; green</p>\n<p><i>&gt; tea</i></p>", "\n> green\n\n\ntea\n"),
    ] {
        let visible = VisibleText::of(source);
        let text = visible.as_ref().map(VisibleText::text);
        assert_eq!(text, Some(seen), "{source}");
    }
}

#[test]
fn what_only_looks_like_markup_is_seen_as_it_is_written() {
    for source in [
        "",
        "green tea",
        "a < b && c > d",
        "if a <b && c> d",
        "Vec<T>",
        "HashMap<K, Vec<S>>",
        "x_y_z",
        "snake_case_name",
        "x__init__y",
        "5 * 3 * 2",
        "5 *3",
        "C*",
        "C* and D*",
        "int *p; char **q;",
        "**",
        "* green\n* tea\n\n***\n",
        "*green\n\ntea*",
        "_green\n \t\r\n tea_",
        "https://en.wikipedia.org/wiki/Foo_(bar)",
        "https://example.org/*a*/_b_/~~c~~",
        "~/.config, ~green~ ~~~",
        "a ~~ b ~~ c",
        "[green] tea [1] (2)",
        "[green](tea",
        "[green](a b)",
        "[green] (tea)",
        "array[0](",
        "](x)",
        "a ` b",
        "`a\n\nb`",
        "``a`",
        "C:\\Windows\\n",
        "AT&T, R&D; Q&A;",
        "&unknown; &#0; &amp",
        "I <3 tea, <em",
        "<https://example.org>",
        "> quoted\n# heading",
        "> green\n\n> tea",
        "> green\n>> tea",
        "a > b\nc > d",
    ] {
        let visible = VisibleText::of(source);
        let text = visible.as_ref().map(VisibleText::text);
        assert_eq!(text, None, "{source}");
    }
}

#[test]
fn spans_map_back_to_the_source() {
    for (source, seen, written) in [
        ("**green** tea", "green", "green"),
        ("**green** tea", "green tea", "green** tea"),
        ("**green tea** now", "green tea", "green tea"),
        ("**green tea** now", "tea now", "tea** now"),
        ("[green](https://example.org) tea", "green tea", "green](https://example.org) tea"),
        ("<b>green</b> tea", "green tea", "green</b> tea"),
        ("<b><i>green</i></b> tea", "green", "green"),
        ("R&amp;D", "R&D", "R&amp;D"),
        ("R&amp;D", "&", "&amp;"),
        ("&amp;&lt;", "&", "&amp;"),
        ("&amp;&lt;", "<", "&lt;"),
        ("**&amp;**", "&", "&amp;"),
        ("green<br>tea", "green\ntea", "green<br>tea"),
        ("snake\\_case", "snake_case", "snake\\_case"),
    ] {
        let visible = VisibleText::of(source).unwrap();
        let start = visible.text().find(seen).unwrap();
        let end = start + seen.len();
        let span = visible.source_span(Span { start, end });
        assert_eq!(&source[span.range()], written, "{source}");
        assert_eq!(visible.is_other(Span { start, end }), seen != written, "{source}");
    }
}

const PARTS: &[&str] = &[
    "a",
    "é",
    "🔥",
    " ",
    "\n",
    "\n\n",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```",
    "[",
    "![",
    "](x)",
    "](",
    ")",
    "(",
    "\\",
    "\"",
    "<b>",
    "</b>",
    "<br>",
    "<",
    ">",
    "<!--",
    "-->",
    "&amp;",
    "&#8217;",
    "&",
    ";",
    "https://",
    "\u{301}",
    "\n> ",
    "\n>> ",
    "&gt;",
    "<p>",
    "<blockquote>",
    "</blockquote>",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        vec(select(PARTS), 0..60).prop_map(|parts| parts.concat()),
        vec(any::<char>(), 0..60).prop_map(String::from_iter),
        "[a-z&<>*_~`\\[\\]()!;:/\\\\ \n]{0,60}",
    ]
}

#[test]
fn quotations_and_paragraphs_are_apart() {
    for source in [
        "> **green**\ntea",
        "> **green**\n\ntea",
        "> green\n>> *tea*",
        "&gt; green<br>tea",
        "<p>&gt; green</p><p><i>tea</i></p>",
        "<blockquote>green</blockquote>tea",
        "green<blockquote><p>tea</p></blockquote>",
        "*green*\n\ntea",
    ] {
        let visible = VisibleText::of(source).unwrap();
        let (green, tea) = (visible.text().find("green"), visible.text().find("tea"));
        let span = Span { start: green.unwrap(), end: tea.unwrap() + 3 };
        assert!(!visible.is_in_paragraph(span), "{source}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_character_stands_in_the_source_behind_the_one_before(source in text()) {
        let Some(visible) = VisibleText::of(&source) else { return Ok(()); };
        prop_assert_ne!(visible.text(), &source);
        let mut free_from = 0;
        for (start, c) in visible.text().char_indices() {
            let span = visible.source_span(Span { start, end: start + c.len_utf8() });
            prop_assert!(free_from <= span.start && span.start < span.end);
            free_from = span.end;
            let written = &source[span.range()];
            let is_itself = written.chars().eq([c]);
            prop_assert!(is_itself || written.starts_with(['&', '<']), "{written:?} for {c:?}");
        }
    }

    #[test]
    fn a_span_that_is_not_other_is_verbatim_in_the_source(source in text(), from in 0..60_usize, length in 1..20_usize) {
        let Some(visible) = VisibleText::of(&source) else { return Ok(()); };
        let chars = visible.text().char_indices().map(|(at, _)| at);
        let ends: Vec<usize> = chars.chain([visible.text().len()]).collect();
        let (Some(start), Some(end)) = (ends.get(from), ends.get(from + length)) else { return Ok(()); };
        let span = Span { start: *start, end: *end };
        let written = &source[visible.source_span(span).range()];
        prop_assert_eq!(visible.is_other(span), written != &visible.text()[span.range()]);
    }

    #[test]
    fn a_text_without_markup_is_seen_as_it_is(source in "[a-zA-Zé茶🔥 \n.,;:!?(){}|=+#@%$^'\"/-]{0,200}") {
        prop_assert!(VisibleText::of(&source).is_none());
    }
}
