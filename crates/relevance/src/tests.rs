use matcher::{Field, Item, Span};
use proptest::prelude::*;

use crate::{Clue, Commonness, Example, Features, MIN_LABELS, Model, fit};

fn post(title: &str) -> Features {
    Features::read(&Item::post("", title, ""), &[])
}

/// Returns examples of the language, which are relevant, and of the game.
fn examples(count: usize) -> Vec<Example> {
    let words = ["monday", "tuesday", "friday", "sunday", "evening", "morning", "week"];
    let two = |number: usize| {
        let when = words[number % words.len()];
        [
            Example::new(&post(&format!("The compiler rejects my trait this {when}")), true),
            Example::new(&post(&format!("Our clan raids the base this {when}")), false),
        ]
    };
    (0..count).flat_map(two).collect()
}

fn learn(own: &[Example]) -> Option<Model> {
    fit(&Commonness::default(), own, &[])
}

#[test]
fn nothing_is_learned_from_fewer_than_ten_of_a_kind() {
    let all = examples(MIN_LABELS);
    assert!(learn(&all).is_some());
    assert!(learn(&all[1..]).is_none());
    assert!(learn(&all[..all.len() - 1]).is_none());
    assert!(learn(&[]).is_none());
}

#[test]
fn what_is_like_the_irrelevant_is_set_aside_and_its_words_are_named() {
    let model = learn(&examples(20)).unwrap();
    let (game, language) = (post("Which clan raids on Sunday?"), post("A trait for the compiler"));
    assert!(model.sets_aside(model.score(&game)));
    assert!(!model.sets_aside(model.score(&language)));
    assert!(model.probability(model.score(&game)) < 0.2);
    assert!(model.probability(model.score(&language)) > 0.8);
    let mut reasons = model.reasons(&game, 2);
    reasons.sort_unstable();
    assert_eq!(reasons, [Clue::Word("clan"), Clue::Word("raids")]);
    // Words that are left out have no effect, nor do their parts.
    let without = |word| post("Which clan raids on Sunday?").without(|clue| clue == word);
    let all = model.score(&game);
    let [clan, unknown] = ["clan", "Clan"].map(|word| model.score(&without(Clue::Word(word))));
    assert!(clan > all && unknown == all);
    assert_eq!(model.reasons(&without(Clue::Word("clan")), 1), [Clue::Word("raids")]);
    // What nothing is known of is shown.
    assert!(!model.sets_aside(model.score(&post("Oxidised hinges"))));
}

#[test]
fn how_similar_a_match_is_to_what_is_meant_counts() {
    let titles = ["Monday", "Tuesday", "Friday", "Sunday", "Evening"];
    let read = |title: &str, similarity: f32| post(title).with_similarity(similarity);
    let of = |at: usize, similarity: f32, relevant| {
        Example::new(&read(titles[at % titles.len()], similarity + at as f32 / 200.0), relevant)
    };
    let examples: Vec<Example> =
        (0..20).flat_map(|at| [of(at, 0.2, true), of(at, -0.2, false)]).collect();
    let model = learn(&examples).unwrap();
    let score = |similarity| model.score(&read("Morning", similarity));
    assert!(model.sets_aside(score(-0.25)) && !model.sets_aside(score(0.25)));
    assert_eq!(model.reasons(&read("Morning", -0.25), 1), [Clue::Meaning]);
    assert!(score(-0.25) < score(0.0) && score(0.0) < score(0.25));
}

#[test]
fn a_stored_model_is_the_same_and_other_bytes_are_none() {
    let model = learn(&examples(20)).unwrap();
    let bytes = model.to_bytes();
    assert!(bytes.len() < 37_000);
    assert_eq!(Model::from_bytes(&bytes), Some(model));
    for wrong in [&bytes[1..], &bytes[..bytes.len() - 2], &[bytes.clone(), vec![0; 2]].concat()] {
        assert_eq!(Model::from_bytes(wrong), None);
    }
    let other_version = [&[bytes[0] + 1], &bytes[1..]].concat();
    assert_eq!(Model::from_bytes(&other_version), None);
    assert_eq!(Model::from_bytes(&[]), None);
}

#[test]
fn the_place_and_the_author_count() {
    let at =
        |place, author| Features::read(&Item { author, ..Item::post(place, "It is new", "") }, &[]);
    let two =
        |_| [Example::new(&at("rust", "ada"), true), Example::new(&at("playrust", "bot"), false)];
    let model = learn(&(0..10).flat_map(two).collect::<Vec<_>>()).unwrap();
    let item = at("PlayRust", "bot");
    assert!(model.score(&item) < model.score(&at("", "")));
    assert_eq!(model.reasons(&item, 2), [Clue::Place, Clue::Author]);
}

#[test]
fn other_keywords_of_the_user_help() {
    let own = |relevant, rest| -> Vec<Example> {
        let two = |_| [Example::new(&post(relevant), true), Example::new(&post(rest), false)];
        (0..10).flat_map(two).collect()
    };
    let score = |own: &[Example], others: &[Example]| {
        let game = post("A clan raids");
        let model = fit(&Commonness::default(), own, others).unwrap();
        assert!((0.0..=1.0).contains(&model.probability(model.score(&game))));
        model.score(&game)
    };
    let alike = own("new trait", "old base");
    assert!(score(&alike, &examples(10)) < score(&alike, &[]) - 0.1);
    // Those that would be wrong about this keyword do not count.
    let contrary = own("new base", "old trait");
    assert_eq!(score(&contrary, &examples(10)), score(&contrary, &[]));
}

#[test]
fn a_mention_is_no_feature_and_what_is_far_from_it_is_not_read() {
    let read = |body: &str, start, end| {
        let item = Item::post("", "", body);
        let features = Features::read(&item, &[(Field::Body, Span { start, end })]);
        features.clues().map(|clue| format!("{clue:?}")).collect::<Vec<_>>().join(" ")
    };
    let clues = read("Rusty hinges", 0, 4);
    assert!(clues.contains("hinges") && !clues.contains("rusty"), "{clues}");
    let long = format!("early {} near rust", "word ".repeat(400));
    let clues = read(&long, long.len() - 4, long.len());
    assert!(clues.contains("near") && !clues.contains("early"), "{clues}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn any_item_can_be_read_and_scored(
        title in ".{0,500}", body in "(\\PC|[a-z]{1,40} ){0,600}", start in 0_usize..2_000,
    ) {
        let model = learn(&examples(10)).unwrap();
        let start = body.floor_char_boundary(start);
        let span = Span { start, end: body.ceil_char_boundary(start + 5) };
        let read = Features::read(&Item::post("p", &title, &body), &[(Field::Body, span)]);
        prop_assert!(model.score(&read).is_finite());
        prop_assert!(model.reasons(&read, 5).len() <= 5);
    }

    #[test]
    fn the_same_labels_give_the_same_model_in_any_order(
        mut own in Just(examples(12)).prop_shuffle(), others in Just(examples(3)).prop_shuffle(),
    ) {
        let first = fit(&Commonness::default(), &own, &others).unwrap();
        own.reverse();
        prop_assert!(first == fit(&Commonness::default(), &own, &others).unwrap());
    }
}
