//! Extracts the text of HTML: what a person reads, in lines.

use std::convert::Infallible;

use feeds::{Layout, picture_text};
use html5gum::{Token, Tokenizer};

use super::text::with_address;

/// Returns the text of a piece of HTML: entities decoded, paragraphs separated by an empty line,
/// white space collapsed where a browser collapses it. A picture is rendered as its text, and a link as
/// [`with_address`] does. For any input, time and space are proportional to its length.
pub(super) fn text_of(html: &str) -> String {
    let mut text = Text::default();
    for token in Tokenizer::new(html) {
        let token: Result<Token, Infallible> = token;
        match token {
            Ok(Token::StartTag(tag)) => {
                let href = tag.attributes.get(&b"href"[..]);
                text.open(&tag.name, href.map(|href| String::from_utf8_lossy(href)));
                if let Some(words) = picture_text(&tag) {
                    text.add(&words);
                    text.part(&tag.name);
                }
            }
            Ok(Token::EndTag(tag)) => text.close(&tag.name),
            Ok(Token::String(words)) => text.add(&String::from_utf8_lossy(&words)),
            Ok(_) => {}
            Err(never) => match never {},
        }
    }
    text.finish()
}

#[derive(Default)]
struct Text {
    out: String,
    /// The number of line breaks before the next word.
    breaks: usize,
    /// Whether a space comes before the next word.
    space: bool,
    /// The number of open `pre` elements, in which white space is kept.
    verbatim: usize,
    hidden: usize,
    /// The open link: where its text begins, and its address.
    link: Option<(usize, String)>,
}

impl Text {
    fn open(&mut self, name: &[u8], href: Option<std::borrow::Cow<'_, str>>) {
        if Layout::of(name) == Some(Layout::Hidden) {
            self.hidden += 1;
        }
        if name == b"pre" {
            self.verbatim += 1;
        }
        if name == b"a" {
            self.end_link();
            self.link = href.map(|href| (self.out.len(), href.trim().to_owned()));
        }
        self.part(name);
    }

    fn close(&mut self, name: &[u8]) {
        if Layout::of(name) == Some(Layout::Hidden) {
            self.hidden = self.hidden.saturating_sub(1);
        }
        if name == b"pre" {
            self.verbatim = self.verbatim.saturating_sub(1);
        }
        if name == b"a" {
            self.end_link();
        }
        self.part(name);
    }

    fn part(&mut self, name: &[u8]) {
        match Layout::of(name) {
            Some(Layout::Block) => self.breaks = 2,
            Some(Layout::Line) => self.breaks = self.breaks.max(1),
            Some(Layout::Beside) => self.space = true,
            Some(Layout::Hidden) | None => {}
        }
    }

    fn add(&mut self, words: &str) {
        if self.hidden > 0 {
            return;
        }
        if self.verbatim > 0 {
            for line in words.split_inclusive('\n') {
                let bare = line.trim_end_matches(['\n', '\r']);
                if !bare.is_empty() {
                    self.begin();
                    self.out.push_str(bare);
                }
                if bare.len() < line.len() {
                    self.breaks = (self.breaks + 1).min(2);
                }
            }
            return;
        }
        self.space |= words.starts_with(is_space);
        let mut rest = words.trim_start_matches(is_space);
        let mut gap = &words[..words.len() - rest.len()];
        while !rest.is_empty() {
            let (word, behind) = rest.split_at(rest.find(is_space).unwrap_or(rest.len()));
            if word.starts_with('>') && gap.contains('\n') {
                // A line of a quotation, written as in Markdown.
                self.breaks = self.breaks.max(1);
            }
            self.begin();
            self.out.push_str(word);
            self.space = true;
            rest = behind.trim_start_matches(is_space);
            gap = &behind[..behind.len() - rest.len()];
        }
        self.space =
            words.ends_with(is_space) || (self.space && words.trim_matches(is_space).is_empty());
    }

    /// Writes the separator between the last word and the next.
    fn begin(&mut self) {
        if !self.out.is_empty() {
            match self.breaks {
                0 if self.space => self.out.push(' '),
                breaks => self.out.extend(std::iter::repeat_n('\n', breaks)),
            }
        }
        (self.breaks, self.space) = (0, false);
    }

    fn end_link(&mut self) {
        let Some((begin, href)) = self.link.take() else {
            return;
        };
        let shown = self.out.get(begin..).unwrap_or_default();
        let is_apart = begin == 0 || shown.starts_with(char::is_whitespace);
        let is_mark = is_note(shown, &href);
        let linked = if is_mark { shown.to_owned() } else { with_address(shown, &href) };
        // The mark of a footnote is drawn smaller, and is no part of the word before it. Behind an exclamation
        // mark, Markdown reads a picture.
        let must_part = match self.out.get(..begin) {
            Some(before) if before.ends_with('!') => linked.starts_with('['),
            _ => is_mark && !is_apart,
        };
        let linked = if must_part { format!(" {linked}") } else { linked };
        self.out.truncate(begin.min(self.out.len()));
        self.out.push_str(&linked);
    }

    fn finish(mut self) -> String {
        self.end_link();
        self.out
    }
}

/// Returns whether a link is the mark of a footnote: a figure or sign that leads to a part of a page.
fn is_note(shown: &str, href: &str) -> bool {
    let text = shown.trim();
    let is_mark = |c: char| c.is_ascii_digit() || "[]*†‡".contains(c);
    href.contains('#') && !text.is_empty() && text.chars().all(is_mark)
}

/// Returns whether HTML counts `c` as white space: a no-break space is not.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn paragraphs_lines_and_code_read_as_in_a_browser() {
        let cases = [
            ("One.<p>Two\n words<br>three", "One.\n\nTwo words\nthree"),
            ("a <i>b</i> c", "a b c"),
            ("a<i>b</i>c", "abc"),
            ("R&amp;D, don&#x27;t &lt;b&gt;", "R&D, don't <b>"),
            (
                "x<p><pre><code>  if a:\n    b\n\n  c\n</code></pre>y",
                "x\n\n  if a:\n    b\n\n  c\n\ny",
            ),
            ("<ul><li>one</li><li>two</li></ul>end", "one\ntwo\n\nend"),
            (
                "<table><tr><td>Boiler</td><td>40</td></tr><tr><th>a</th></tr></table>",
                "Boiler 40\na",
            ),
            ("a <b>b</b><span>c</span>", "a bc"),
            ("&gt; one\n&gt; two\nthree\nfour", "> one\n> two three four"),
            ("a<script>alert(1)</script><style>b{}</style>c", "ac"),
            ("", ""),
            ("<p>  </p>", ""),
            ("a &nbsp; b", "a \u{a0} b"),
            (
                "<table><caption>Stock</caption><tr><th>Item</th><th>Left</th></tr><tr><td>Boiler</td><td>40</td></tr></table>",
                "Stock\nItem Left\nBoiler 40",
            ),
            ("Boiler<hr>40<summary>x</summary>y", "Boiler\n\n40\n\nx\n\ny"),
            ("Boiler<button>40</button><iframe></iframe>x", "Boiler 40 x"),
            ("a<img src=x alt='A lighthouse' title='At dusk'>b", "a A lighthouse At dusk b"),
            ("<p><img alt=''></p>", ""),
            ("a<span>b</span><custom-tag>c</custom-tag>", "abc"),
            ("Boiler<sup><a href='#fn:1'>1</a></sup> is", "Boiler 1 is"),
            ("Boiler <a href='https://a.example/x#fn1'><sup>[2]</sup></a>.", "Boiler [2]."),
            ("x<p><a href='#ref1'>1</a> See</p>", "x\n\n1 See"),
            ("CO<sub>2</sub> x<sup>2</sup>", "CO2 x2"),
        ];
        for (html, wanted) in cases {
            assert_eq!(text_of(html), wanted, "{html}");
        }
    }

    #[test]
    fn links_keep_their_address_once() {
        let cases = [
            (r#"<a href="https://a.example/x">https://a.example/x</a>."#, "https://a.example/x."),
            (
                r#"see <a href="https:&#x2F;&#x2F;a.example&#x2F;long&#x2F;path" rel="nofollow">https:&#x2F;&#x2F;a.example&#x2F;lo...</a> now"#,
                "see https://a.example/long/path now",
            ),
            (r#"<a href="https://a.example/">this</a> one"#, "[this](https://a.example/) one"),
            (
                r#"the <a href="https://a.example/x_y"> green tea</a> pot"#,
                "the [green tea](https://a.example/x_y) pot",
            ),
            (r#"See!<a href="https://a.example/">this</a>"#, "See! [this](https://a.example/)"),
            (r#"<a href="https://a.example/">[this]</a> one"#, "[this] (https://a.example/) one"),
            (r#"<a href="https://a.example/(x)">this</a>"#, "this (https://a.example/(x))"),
            (
                r#"<a href="https://a.example/"><p>one</p><p>two</p></a>"#,
                "one\n\ntwo (https://a.example/)",
            ),
            (r#"<a href="javascript:alert(1)">this</a>"#, "this"),
            (r#"<a href="https://a.example/"><img src="x"></a>b"#, "b"),
            (
                r#"<a href="https://a.example/">one<a href="https://b.example/">two"#,
                "[one](https://a.example/)[two](https://b.example/)",
            ),
        ];
        for (html, wanted) in cases {
            assert_eq!(text_of(html), wanted, "{html}");
        }
    }

    #[test]
    fn what_is_broken_or_deep_costs_no_more_than_its_length() {
        assert_eq!(text_of("a <b"), "a");
        assert_eq!(text_of("</p></a></pre>x &bogus; &#0;"), "x &bogus; \u{fffd}");
        let deep = "<i>".repeat(200_000) + "x";
        assert_eq!(text_of(&deep), "x");
    }
}
