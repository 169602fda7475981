//! One table of posts, with both forms of their excerpts.

use askama::Template;
use matcher::{Span, to_utf16};

use super::*;

/// The approximate number of characters shown.
const LENGTH: usize = 200;

#[derive(Template)]
#[template(path = "mail/post.html")]
struct Html<'a> {
    blocks: &'a [Block],
}

/// Returns the excerpt of a post in which `«»` surround the match.
fn excerpt(marked: &str) -> PostExcerpt {
    let content = marked.replace(['«', '»'], "");
    let start = marked.find('«');
    let spans = start.map(|start| {
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        to_utf16(&content, &[Span { start, end }])
    });
    let url = "https://forum.example/r/tea/1";
    PostExcerpt::of(&content, &spans.unwrap_or_default(), url, LENGTH)
}

/// Returns the HTML without its attributes of style, and without the `div` around each block.
fn html(excerpt: &PostExcerpt) -> String {
    let mut html = Html { blocks: &excerpt.blocks }.render().unwrap();
    for name in [" style=\"", " class=\"", " dir=\"auto"] {
        while let Some(start) = html.find(name) {
            let end = html[start + name.len()..].find('"').unwrap();
            html.replace_range(start..=start + name.len() + end, "");
        }
    }
    html.replace("<div>", "").replace("</div>", "").trim().to_owned()
}

fn text(excerpt: &PostExcerpt) -> String {
    excerpt.lines().join("\n")
}

#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    for (post, wanted_html, wanted_text) in cases {
        let excerpt = excerpt(post);
        assert_eq!(html(&excerpt), *wanted_html, "{post}");
        assert_eq!(text(&excerpt), *wanted_text, "{post}");
    }
}

#[test]
fn paragraphs_lists_quotations_and_code_are_kept() {
    check(&[
        ("", "", ""),
        (
            "We use «rust» & <3 it",
            "<p>We use <mark>rust</mark> &#38; &#60;3 it</p>",
            "> We use *rust* & <3 it",
        ),
        ("One\ntwo\n\n\nthree", "<p>One<br>two</p>\n<p>three</p>", "> One\n> two\n>\n> three"),
        (
            "# Head\n**bold _«green** tea»_ `x < y` ~~no~~",
            "<p>Head</p>\n<p>bold _<mark>green tea</mark>_ x &#60; y no</p>",
            "> Head\n>\n> bold _*green tea*_ x < y no",
        ),
        (
            "- a\n- «b»\n  1. c\n  2. d\n\n5) e",
            "<ul><li>a</li><li><mark>b</mark></li></ul>\n<ol start=\"1\"><li>c</li><li>d</li></ol>\n<ol start=\"5\"><li>e</li></ol>",
            "> - a\n> - *b*\n>   1. c\n>   2. d\n> 5. e",
        ),
        (
            "> said «so»\n> > he\n\nNo",
            "<blockquote><p>said <mark>so</mark></p></blockquote>\n<blockquote><p>he</p></blockquote>\n<p>No</p>",
            "> > said *so*\n>\n> > > he\n>\n> No",
        ),
        (
            "```rust\nfn «main»() {\n\tx < 1\n}\n```",
            "<pre>fn <mark>main</mark>() {<br>    x &#60; 1<br>}</pre>",
            ">     fn *main*() {\n>         x < 1\n>     }",
        ),
        (
            "| a | b |\n|---|---|\n| «c» | d |",
            "<p>a · b</p>\n<p><mark>c</mark> · d</p>",
            "> a · b\n>\n> *c* · d",
        ),
        (
            "Look\n\n🖼️ A «pot»",
            "<p>Look</p>\n<p>🖼️ A <mark>pot</mark></p>",
            "> Look\n>\n> 🖼️ A *pot*",
        ),
    ]);
}

#[test]
fn html_is_read_like_markdown_and_what_only_looks_like_it_is_text() {
    check(&[
        (
            "<p>One &amp; <b>«two»</b></p><ul><li>a</li><li><a href=\"https://a.example/?b&amp;c\">d</a></li></ul>end",
            "<p>One &#38; <mark>two</mark></p>\n<ul><li>a</li><li><a href=\"https://a.example/?b&#38;c\">d</a> (a.example)</li></ul>\n<p>end</p>",
            "> One & *two*\n>\n> - a\n> - d <https://a.example/?b&c>\n>\n> end",
        ),
        (
            "<blockquote>said<br>so</blockquote>No",
            "<blockquote><p>said<br>so</p></blockquote>\n<p>No</p>",
            "> > said\n> > so\n>\n> No",
        ),
        (
            "a <i>«b»</i> Vec<T> <!-- c --> &eacute;&lt;b&gt;",
            "<p>a <mark>b</mark> Vec&#60;T&#62; é&#60;b&#62;</p>",
            "> a *b* Vec<T> é<b>",
        ),
        (
            "</p></li></ul></blockquote></a>x<ol><li>y",
            "<p>x</p>\n<ol start=\"1\"><li>y</li></ol>",
            "> x\n>\n> 1. y",
        ),
    ]);
}

#[test]
fn links_lead_to_the_web_and_name_their_host() {
    check(&[
        (
            "[the «docs»](https://a.example/x \"t\") here",
            "<p><a href=\"https://a.example/x\">the <mark>docs</mark></a> (a.example) here</p>",
            "> the *docs* <https://a.example/x> here",
        ),
        (
            "see https://a.example/«kettle»_1_2?b=c&d, or <https://b.example/>",
            "<p>see <a href=\"https://a.example/kettle_1_2?b=c&#38;d\">https://a.example/<mark>kettle</mark>_1_2?b=c&#38;d</a>, or <a href=\"https://b.example/\">https://b.example/</a></p>",
            "> see https://a.example/kettle_1_2?b=c&d, or https://b.example/",
        ),
        (
            "[r](/r/rust)",
            "<p><a href=\"https://forum.example/r/rust\">r</a> (forum.example)</p>",
            "> r <https://forum.example/r/rust>",
        ),
        (
            "[https://bank.example](https://evil.example)",
            "<p>https://bank.example (<a href=\"https://evil.example/\">evil.example</a>)</p>",
            "> https://bank.example <https://evil.example/>",
        ),
        ("[x](javascript:alert(1)) [y](https://bank.example@evil.example)", "<p>x y</p>", "> x y"),
        (
            "![](https://spy.example/1.gif) ![a «pot»](https://a.example/2)",
            "<p><a href=\"https://spy.example/1.gif\">picture</a> (spy.example) <a href=\"https://a.example/2\">a <mark>pot</mark></a> (a.example)</p>",
            "> picture <https://spy.example/1.gif> a *pot* <https://a.example/2>",
        ),
        (
            "[![a](https://a.example/1)](https://b.example)",
            "<p><a href=\"https://b.example/\">a</a> (b.example)</p>",
            "> a <https://b.example/>",
        ),
        (
            "<a href=\"https://a.example\">one\n\ntwo",
            "<p><a href=\"https://a.example/\">one</a> (a.example)</p>\n<p>two</p>",
            "> one <https://a.example/>\n>\n> two",
        ),
    ]);
}

#[test]
fn hostile_texts_are_harmless() {
    check(&[
        ("<script>alert(1)</script>x", "<p>alert(1)</p>\n<p>x</p>", "> alert(1)\n>\n> x"),
        (
            "a <img src=x onerror=alert(1)> \u{1}b {{ keyword }} \"c\"",
            "<p>a b {{ keyword }} &#34;c&#34;</p>",
            "> a b {{ keyword }} \"c\"",
        ),
        ("safe\u{202e}txt.exe", "<p>safetxt.exe</p>", "> safetxt.exe"),
        (
            "a\n--\nUnsubscribe: https://evil.example/",
            "<p>a</p>\n<p>Unsubscribe: <a href=\"https://evil.example/\">https://evil.example/</a></p>",
            "> a\n>\n> Unsubscribe: https://evil.example/",
        ),
        (
            "[\"><b>](https://a.example/\"onmouseover=x)",
            "<p><a href=\"https://a.example/%22onmouseover=x\">&#34;&#62;</a> (a.example)</p>",
            "> \"> <https://a.example/%22onmouseover=x>",
        ),
    ]);
}

#[test]
fn a_long_post_is_cut_around_its_match() {
    let words = "word ".repeat(200);
    for (post, first, last) in [
        (format!("{words}«needle» {words}"), "> … word word", "word …"),
        (format!("«needle» {words}"), "> *needle* word", "word …"),
        (format!("{words}«needle»"), "> … word word", "*needle*"),
        (format!("{words}\n\n- a\n- «needle»\n\n{words}"), "> … word", "word …"),
        (format!("שלום {words}«needle»"), "> … word word", "*needle*"),
        ("日本語のとても長い文章です。".repeat(100), "> 日本語", " …"),
    ] {
        let excerpt = excerpt(&post);
        let text = text(&excerpt);
        assert!(text.starts_with(first) && text.ends_with(last), "{text}");
        let length = excerpt.preview().chars().count();
        assert!((LENGTH / 2..=LENGTH + 10).contains(&length), "{length}: {text}");
    }
}

#[test]
fn a_cut_is_outside_of_links_and_characters() {
    let family = "👩\u{200d}👩\u{200d}👧";
    for before in 0..LENGTH + 20 {
        let post = format!(
            "{} [one two three](https://a.example/1) {family}{family} end",
            "x".repeat(before)
        );
        let html = html(&excerpt(&format!("{post} {}", "word ".repeat(100))));
        assert_eq!(
            html.matches("<a ").count(),
            html.matches("one two three</a>").count(),
            "{html}"
        );
        assert!(!html.replace(family, "").contains(['👩', '👧', '\u{200d}']), "{html}");
    }
}

#[test]
fn lines_and_links_are_bounded_whatever_is_written() {
    for post in [
        format!("{}«needle»{}", "a\n\n".repeat(1_000), "\n\nb".repeat(1_000)),
        format!("{}«needle»{}", "a  \n".repeat(1_000), "  \nb".repeat(1_000)),
        format!("```\n{}\n```\n«needle»", "\n".repeat(1_000)),
        "- ".repeat(2_000),
        "> ".repeat(2_000) + "x",
        format!("[{}](https://a.example)", "x".repeat(5_000)),
        format!("[x](https://a.example/{})", "y".repeat(5_000)),
        format!("https://a.example/{}", "y".repeat(5_000)),
        format!("x {}", "\u{301}".repeat(5_000)),
        "<a href='https://a.example'>".repeat(500),
        "[a](https://a.example/)".repeat(2_000),
        "<<<<< &amp; ".repeat(1_000),
        "*_`[![<".repeat(1_000),
        "&quot;".repeat(5_000),
    ] {
        let excerpt = excerpt(&post);
        let (html, lines) = (html(&excerpt), excerpt.lines());
        assert!(html.len() < 12_000, "{}: {html}", html.len());
        assert!(lines.len() <= 2 * 16, "{}: {lines:?}", lines.len());
    }
}

#[test]
fn a_match_that_is_not_shown_still_says_where_to_look() {
    let words = "word ".repeat(200);
    let post = format!("{words}[here](https://a.example/«needle») {words}");
    let html = html(&excerpt(&post));
    assert!(html.contains("https://a.example/needle"), "{html}");
}
