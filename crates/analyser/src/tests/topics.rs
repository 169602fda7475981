use super::*;

fn terms(report: &Report) -> Vec<&str> {
    report.topics.iter().map(|topic| topic.term.as_str()).collect()
}

#[test]
fn a_term_that_sets_discussions_apart_is_a_topic_and_everyday_words_are_none() {
    let mut all = posts(1, 8, "People say the kettle has a thermostat");
    all.extend(posts(9, 24, "People really like the kettle"));
    let report = report_of(all);
    assert_eq!(terms(&report), ["thermostat"]);
    let topic = &report.topics[0];
    assert_eq!((topic.count, topic.n, topic.small), (8, 32, false));
    assert!(topic.score >= 10.83 && topic.method.contains("log-likelihood"));
    assert_eq!(topic.posts, ["t3_0008", "t3_0007", "t3_0006"]);
}

#[test]
fn what_one_author_repeats_and_the_keyword_itself_are_no_topics() {
    let mut all = posts(1, 32, "The kettle has a thermostat");
    all.iter_mut().for_each(|post| post.author_hash = 7);
    assert_eq!(terms(&report_of(all)), Vec::<&str>::new());
    for own in ["Kettle", "Kettles", "The kettle's"] {
        assert_eq!(terms(&report_of(posts(1, 32, own))), Vec::<&str>::new());
    }
}

#[test]
fn a_pair_takes_the_place_of_its_words_when_they_come_together() {
    let mut all = posts(1, 28, "My kettle grew limescale");
    all.extend(posts(29, 2, "Limescale"));
    assert_eq!(terms(&report_of(all)), ["grew limescale"]);
    // Terms that mostly occur apart are both reported.
    let mut all = posts(1, 3, "My kettle grew limescale");
    all.extend(posts(9, 30, "Limescale"));
    let report = report_of(all);
    assert!(terms(&report).contains(&"limescale"), "{:?}", terms(&report));
}

#[test]
fn terms_are_compared_with_those_of_other_keywords_where_there_are_enough() {
    let mut all = posts(0, 30, "Kettle with thermostat and limescale");
    let mut others = posts(30, 130, "Teapot with limescale");
    others.iter_mut().for_each(|post| post.keyword = TEAPOT);
    all.extend(others);
    let input = week(all);
    let report = analyse_keyword(&input, KETTLE);
    assert_eq!(terms(&report), ["thermostat"]);
    assert!(report.topics[0].method.contains("your other keywords"));
    // With all keywords in one report there is nothing else to compare with.
    assert!(analyse(&input).topics[0].method.contains("English"));
}

#[test]
fn at_most_eight_topics_are_told_the_most_distinctive_first() {
    let words =
        ["anode", "bezel", "cistern", "dowel", "ember", "flange", "gasket", "hinge", "inlet"];
    let mut all = Vec::new();
    for (more, word) in (0..).zip(words) {
        all.extend(posts(more * 15, 4 + more, word));
    }
    let report = report_of(all);
    let expected: Vec<_> = words.iter().rev().take(8).copied().collect();
    assert_eq!(terms(&report), expected);
}
