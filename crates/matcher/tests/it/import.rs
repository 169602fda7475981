//! Imports of keywords from lists and tables.

use matcher::{
    Filters, ImportedLine, MAX_IMPORT_LINES, Rule, Scope, import, import_list, import_table,
};

fn keywords(lines: &[ImportedLine]) -> Vec<(usize, &str)> {
    let watches = lines.iter().filter_map(|line| Some((line.line, line.watch.as_ref().ok()?)));
    watches.map(|(line, watch)| (line, watch.keyword())).collect()
}

fn errors(lines: &[ImportedLine]) -> Vec<(usize, String)> {
    let errors = lines.iter().filter_map(|line| Some((line.line, line.watch.as_ref().err()?)));
    errors.map(|(line, error)| (line, error.to_string())).collect()
}

#[test]
fn a_list_is_one_literal_keyword_a_line() {
    let lines =
        import("\u{feff}green tea\r\n\r\n  C++ \nfish and \"chips\", etc.\nkeyword\n\u{200b}\n");
    assert_eq!(
        keywords(&lines),
        [(1, "green tea"), (3, "C++"), (4, "fish and \"chips\", etc."), (5, "keyword")]
    );
    assert_eq!(errors(&lines), [(6, "the keyword has no visible characters".to_owned())]);
    assert!(lines.iter().filter_map(|line| line.watch.as_ref().ok()).all(|watch| {
        watch.filters() == Filters::default() && matches!(watch.rule(), Rule::Literal(_))
    }));
}

#[test]
fn flags_after_a_keyword_choose_where_it_listens() {
    const NOT_NEEDED: &str = "has no effect: imported keywords listen only to Reddit anyway";
    const NO_LOBSTERS: &str = "no-lobsters has no effect: Harken does not listen to Lobsters";
    const LEAVES: &str = "no-reddit leaves only Hacker News: Harken does not listen to Lobsters";
    let only_reddit = format!("only-reddit {NOT_NEEDED}");
    let no_hackernews = format!("no-hackernews {NOT_NEEDED}");
    for (source, keyword, places, notes) in [
        ("acme.com", "acme.com", &[][..], &[][..]),
        ("acme.com  only-reddit no-lobsters", "acme.com", &[], &[&only_reddit[..], NO_LOBSTERS]),
        ("a no-hackernews", "a", &[], &[&no_hackernews]),
        ("a only-hackernews", "a", &["news.ycombinator.com"], &[]),
        ("a no-reddit", "a", &["news.ycombinator.com"], &[LEAVES]),
        ("a no-lobsters no-reddit", "a", &["news.ycombinator.com"], &[NO_LOBSTERS, LEAVES]),
        ("only-hackernews", "only-hackernews", &[], &[]),
        ("my no-comments", "my no-comments", &[], &[]),
    ] {
        let [line] = &import(source)[..] else {
            panic!("{source}");
        };
        let watch = line.watch.as_ref().unwrap();
        assert_eq!(watch.keyword(), keyword, "{source}");
        assert!(watch.scope().named().eq(places.iter().copied()), "{source}");
        assert_eq!(line.notes, notes, "{source}");
        assert_eq!(line.source, source);
    }
    for source in [
        "a only-lobsters",
        "a no-reddit no-hackernews",
        "a only-reddit only-hackernews",
        "a only-hackernews no-hackernews",
    ] {
        let lines = import(source);
        assert_eq!(
            errors(&lines),
            [(
                1,
                "its flags leave only Lobsters, which Harken does not listen to, or no site at all"
                    .to_owned()
            )]
        );
        assert!(lines[0].notes.is_empty(), "{source}");
    }
}

#[test]
fn a_table_sets_what_its_columns_say() {
    let text = "Keyword,Mode,Subreddits,Excluded subreddits,excludedAuthors,whole_word_only,include_comments,Colour\r\n\
        \"tea, \"\"green\"\"\nleaf\",,\"r/Drinks; tea\",,,yes,no,\r\n\
        tea OR coffee,query,,boston,u/tea_bot,,,red\r\n";
    let lines = import(text);
    assert_eq!(errors(&lines), []);
    let watches: Vec<_> = lines.iter().map(|line| line.watch.as_ref().unwrap()).collect();
    assert_eq!(keywords(&lines), [(2, "tea, \"green\"\nleaf"), (4, "tea OR coffee")]);
    let Scope::Only(names) = watches[0].scope() else { panic!() };
    assert_eq!(names.iter().map(|name| name.as_str()).collect::<Vec<_>>(), ["Drinks", "tea"]);
    assert!(watches[0].filters().whole_word_only && !watches[0].filters().include_comments);
    assert!(matches!(watches[1].rule(), Rule::Query(_)));
    assert_eq!(
        watches[1].exclusions().subreddits().len() + watches[1].exclusions().authors().len(),
        2
    );
    assert_eq!(lines[1].notes, ["colour is not imported: red"]);
    assert_eq!(lines[1].source, "tea OR coffee,query,,boston,u/tea_bot,,,red");
}

/// Spreadsheets save semicolons where a comma is the decimal point, and copy cells with tabs.
#[test]
fn a_table_is_separated_by_the_first_separator_in_its_first_row() {
    for (text, expected) in [
        ("keyword;mode\ntea, green;\n\"a;b\";literal\n", ["tea, green", "a;b"]),
        ("\tkeyword\n1\ttea, green; hot\n2\t\"a\tb\"\n", ["tea, green; hot", "a\tb"]),
        (" \n\"note;, for us\"\t Keyword \nx\ttea\nx\tmilk\n", ["tea", "milk"]),
        ("\"note\nfor us\";keyword\n;tea\n;milk\n", ["tea", "milk"]),
        ("keyword,mode;x\ntea;x,\nmilk,\n", ["tea;x", "milk"]),
        ("\t\t\nkeyword,mode\ntea,\nmilk,\n", ["tea", "milk"]),
        ("keyword\ntea; green\nmilk\n", ["tea; green", "milk"]),
    ] {
        let lines = import(text);
        let found: Vec<&str> = keywords(&lines).iter().map(|(_, keyword)| *keyword).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// Returns the keyword and the names of the only row of a table.
fn only_row(text: &str) -> (String, Vec<String>) {
    let lines = import_table(text).unwrap_or_else(|| panic!("no table: {text:?}"));
    let [line] = &lines[..] else { panic!("{text:?}: {lines:?}") };
    let watch = line.watch.as_ref().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    (watch.keyword().to_owned(), watch.scope().named().map(str::to_owned).collect())
}

#[test]
fn a_table_is_read_as_spreadsheets_write_it() {
    let table = "keyword,subreddits\n\"tea, \"\"green\"\"\nleaf\",rust\n";
    for text in [
        table.to_owned(),
        table.replace('\n', "\r\n"),
        table.replace('\n', "\r"),
        format!("\u{feff}{table}"),
        format!("sep=,\n{table}"),
        format!("\u{feff}\"SEP=,\"\r\n{table}"),
        table.replace(",rust", ";rust").replace(",sub", ";sub"),
        table.replace(",rust", "\trust").replace(",sub", "\tsub"),
        table.replace(",rust", "|rust").replace(",sub", "|sub"),
        "sep=|\n".to_owned() + &table.replace(",rust", "|rust").replace(",sub", "|sub"),
        "sep=\t\n".to_owned() + &table.replace(",rust", "\trust").replace(",sub", "\tsub"),
        format!(",,\n\n;\n{table},,\n\"\",\n\n"),
        table.replace("subreddits", "subreddits,,").replace(",rust", ",rust,,,,"),
        table.replace("subreddits", " SUBREDDIT "),
        table.replace("keyword", "\"Key word\""),
        table.replace("keyword", "Search term"),
        table.replace("keyword", "KEYWORDS"),
    ] {
        let (keyword, names) = only_row(&text);
        assert_eq!(keyword.replace('\n', "|"), "tea, \"green\"|leaf", "{text:?}");
        assert_eq!(names, ["rust"], "{text:?}");
    }
}

#[test]
fn a_value_that_a_spreadsheet_takes_as_a_text_is_that_text() {
    for (value, keyword) in [
        ("'=1+1", "=1+1"),
        ("'-ism", "-ism"),
        ("'@home", "@home"),
        ("'tis", "'tis"),
        ("=\"0123\"", "0123"),
        ("\"=\"\"0123\"\"\"", "0123"),
        ("\"'=a,b\"", "=a,b"),
    ] {
        assert_eq!(only_row(&format!("keyword,mode\n{value},\n")).0, keyword, "{value}");
    }
}

#[test]
fn switches_have_the_words_of_spreadsheets_in_several_languages() {
    for (value, expected) in [("WAHR", true), ("TRUE", true), ("x", true), ("FAUX", false)] {
        let lines = import_table(&format!("Keyword;Whole-Word only?\ntea;{value}\n")).unwrap();
        let watch = lines[0].watch.as_ref().unwrap();
        assert_eq!(watch.filters().whole_word_only, expected, "{value}");
    }
}

#[test]
fn of_two_columns_of_one_name_the_first_counts() {
    let lines = import_table("keyword,term\ntea,milk\n").unwrap();
    assert_eq!(keywords(&lines), [(2, "tea")]);
    assert_eq!(lines[0].notes, ["term is not imported: milk"]);
}

#[test]
fn what_names_no_keyword_is_no_table() {
    for text in ["", "tea\ncoffee\n", "keyword", "a,b\n1,2\n", "sep=;", "sep=;\ntea;milk\n"] {
        assert!(import_table(text).is_none(), "{text:?}");
    }
    assert_eq!(import_table("keyword,mode\n,\n"), Some(Vec::new()));
}

#[test]
fn a_list_may_have_any_line_ends() {
    assert_eq!(
        keywords(&import_list("tea\rmilk\r\n\rcream")),
        [(1, "tea"), (2, "milk"), (4, "cream")]
    );
    assert_eq!(keywords(&import_list("keyword\ntea")), [(1, "keyword"), (2, "tea")]);
}

#[test]
fn each_bad_row_says_what_is_wrong_with_it() {
    let text = "keyword,mode,case_sensitive\n,,yes\ntea,maybe,\ntea,,perhaps\ntea,,,,x\n(tea,query\ncoffee\n\"open,,\nlast\n";
    let lines = import(text);
    assert_eq!(keywords(&lines), [(7, "coffee")]);
    let errors = errors(&lines);
    let numbers: Vec<usize> = errors.iter().map(|(line, _)| *line).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6, 8]);
    for ((_, error), part) in errors.iter().zip([
        "a keyword is required",
        "\"maybe\" is not a valid value",
        "\"perhaps\" is not a valid value",
        "5 values, but there are 3",
        "never closed",
        "a quote is never closed",
    ]) {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(lines.last().unwrap().source, "\"open,,\nlast\n");
}

#[test]
fn more_lines_than_are_allowed_are_refused() {
    for head in ["", "keyword,mode\n"] {
        let lines = import(&(head.to_owned() + &"tea\n".repeat(MAX_IMPORT_LINES + 2)));
        assert_eq!(keywords(&lines).len(), MAX_IMPORT_LINES);
        assert_eq!(errors(&lines).len(), 1);
    }
    assert_eq!(import(""), []);
}

/// The result contains every line with text in it.
#[test]
fn nothing_is_lost() {
    let text = "a\n\"b\n,c\nd,e\",f\n\n\"\"g\nkeyword";
    for head in ["", "keyword,x\n"] {
        let all: String = import(&(head.to_owned() + text))
            .iter()
            .map(|line| line.source.clone() + "\n")
            .collect();
        let visible = |text: &str| text.replace(['\n', '\r'], "");
        assert_eq!(visible(&all), visible(text));
    }
}
