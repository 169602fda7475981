use super::*;

/// Returns the names of the categories that a single discussion is in.
fn kinds(post: Post) -> Vec<String> {
    let report = report_of(vec![post]);
    let mut names: Vec<_> = report.categories.into_iter().map(|found| found.name).collect();
    names.sort();
    names
}

#[test]
fn posts_are_told_apart_by_their_words() {
    for (title, body, expected) in [
        ("My kettle", "It stands on the table.", "Other"),
        // Questions.
        ("Kettle not hot?", "", "Questions"),
        ("Has anyone tried the blue kettle", "", "Questions"),
        ("My kettle", "It stands there. Is that the right place?", "Questions"),
        ("My kettle", "Is that the right place? I think so.", "Other"),
        ("Anything goes", "", "Other"),
        // Complaints are negative and name a fault.
        ("The kettle is broken and I hate it", "", "Complaints"),
        ("The kettle makes me sad", "", "Other"),
        ("I love it, no error so far", "", "Other"),
        // Recommendations wanted.
        ("Looking for a kettle", "", "Recommendations wanted"),
        ("Any suggestions for a kettle?", "", "Questions, Recommendations wanted"),
        ("I recommend the blue kettle", "", "Other"),
        // Comparisons.
        ("Blue kettle vs. red kettle", "", "Comparisons"),
        ("I switched from gas", "", "Comparisons"),
        ("The blue one is better. Than gas", "", "Other"),
        // News.
        ("Maker announces a blue kettle", "", "News"),
        ("Has the maker announced a blue kettle?", "", "Questions"),
        ("Blue kettle", "The maker announces it.", "Other"),
        // How-to.
        ("How to descale a kettle", "", "How-to"),
        ("A guide to kettles", "", "How-to"),
        ("How do I descale it?", "", "How-to, Questions"),
    ] {
        assert_eq!(kinds(post(1, title, body)).join(", "), expected, "{title} / {body}");
    }
}

#[test]
fn a_comment_is_classified_by_its_own_words_and_not_by_the_title_above_it() {
    assert_eq!(kinds(comment(1, "It stands on the table.")), ["Other"]);
    assert_eq!(kinds(comment(1, "How hot does it get?")), ["Questions"]);
}

#[test]
fn what_is_quoted_is_not_said() {
    let quoting = comment(1, "> How to descale it? It is broken, I hate it.\n\nI see.");
    assert_eq!(kinds(quoting), ["Other"]);
}

#[test]
fn a_category_tells_its_rule_its_share_and_three_of_its_posts() {
    let mut all = posts(1, 6, "Looking for a kettle");
    all[4].comments = Some(50);
    all.extend(posts(7, 18, "My kettle"));
    let report = report_of(all);
    let wanted = category(&report, "Recommendations wanted").unwrap();
    assert_eq!((wanted.count, wanted.n, wanted.small), (6, 24, false));
    assert_eq!(wanted.percentage, 25.0);
    assert_eq!(wanted.range, report.range);
    assert!(wanted.method.contains("looking for a"));
    // The one with most comments, then the newest.
    assert_eq!(wanted.posts, ["t3_0005", "t3_0006", "t3_0004"]);
    // Discussions that no rule fits come last, whatever their number.
    let last = report.categories.last().unwrap();
    assert_eq!((last.name.as_str(), last.count), ("Other", 18));
}

#[test]
fn categories_without_a_discussion_are_left_out() {
    assert_eq!(report_of(vec![]).categories, []);
    assert_eq!(report_of(posts(1, 3, "My kettle")).categories.len(), 1);
}
