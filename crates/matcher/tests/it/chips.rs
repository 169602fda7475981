//! Conversions between chips and text, each of which can be edited.

use matcher::{Chip, ChipField, ChipForm, Chips, Query};

fn query(text: &str) -> Query {
    Query::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_flat_query_becomes_chips_and_comes_back() {
    for text in [
        "tea",
        "green tea",
        "tea OR coffee",
        "(green OR black) tea -bubble -title:ice",
        "title:(a OR \"b c\") url:*x.com `C++` author:ann sub:drinks* site:hn type:comment min_score:-3",
        "*tea* \"OR\" \"say \\\"tea\\\"\"",
        "tea -(a OR b) -type:post",
    ] {
        let chips = query(text).chips().unwrap_or_else(|error| panic!("{text}: {error}"));
        let back = Query::from_chips(&chips).unwrap();
        assert_eq!(back.chips().as_ref(), Ok(&chips), "{text}");
    }
    let chips = query("(green OR tea*) -title:\"b c\" type:post").chips().unwrap();
    let open = ChipForm::Words { open_start: false, open_end: true };
    let expected = Chips {
        groups: vec![vec![Chip::word("green"), Chip { form: open, ..Chip::word("tea") }]],
        excluded: vec![Chip { field: ChipField::Title, ..Chip::word("b c") }],
        kind: Some(matcher::Kind::Post),
        min_score: None,
    };
    assert_eq!(chips, expected);
}

#[test]
fn what_lies_deeper_is_edited_as_text() {
    for (text, part, why) in [
        ("x (a OR (b c))", "a OR (b c", "OR of more"),
        ("(a b) OR c", "a b) OR c", "OR of more"),
        ("x -(a b)", "a b", "OR of more"),
        ("x (a OR -b x)", "a OR -b x", "OR of more"),
        ("x a NEAR/3 b", "a NEAR/3 b", "NEAR"),
    ] {
        let error = query(text).chips().unwrap_err();
        assert_eq!(&text[error.at.range()], part, "{text}");
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
}

#[test]
fn chips_are_held_to_the_rules_of_text() {
    let of = |groups: Vec<Vec<Chip>>, excluded| {
        Query::from_chips(&Chips { groups, excluded, ..Chips::default() })
    };
    let made =
        of(vec![vec![], vec![Chip::word(" OR ")], vec![Chip::word("a \"b\" c")]], vec![]).unwrap();
    assert_eq!(made.to_string(), "\"OR\" \"a \\\"b\\\" c\"");
    assert_eq!(
        of(vec![vec![Chip::word("a")], vec![Chip::word("b"), Chip::word(" ")]], vec![])
            .unwrap_err()
            .chip,
        Some((1, 1))
    );
    let exact = Chip { form: ChipForm::Exact, ..Chip::word("a`b") };
    assert_eq!(of(vec![vec![Chip::word("a")]], vec![exact]).unwrap_err().chip, Some((1, 0)));
    let name = Chip { field: ChipField::Sub, ..Chip::word("two words") };
    assert_eq!(of(vec![vec![name]], vec![]).unwrap_err().chip, Some((0, 0)));
    let site = |text| Chip { field: ChipField::Site, ..Chip::word(text) };
    let tea = || vec![Chip::word("tea")];
    let made = of(vec![tea(), vec![site("HN")]], vec![site("reddit")]).unwrap();
    let plain = "tea site:news.ycombinator.com -site:reddit.com";
    assert_eq!(made.to_string(), plain);
    let error = of(vec![tea(), vec![site("rust")]], vec![]).unwrap_err();
    assert_eq!(error.chip, Some((1, 0)));
    assert_eq!(of(vec![], vec![]).unwrap_err().chip, None);
    assert_eq!(of(vec![], vec![Chip::word("a")]).unwrap_err().chip, None);
}
