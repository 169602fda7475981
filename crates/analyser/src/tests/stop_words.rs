//! Words that no topic contains, listed by hand, independently of what the analyser uses.

use super::*;

const NEVER: &str = "
    the and for are but not you all any can had her was one our out has have from they been this that with
    what when where which who why how will would could should there their about because after before just
    like last new next first second third two three four five six seven eight nine ten hundred thousand million
    some much many more most less least such only own same than too very also even still again once here
    then now never always often maybe really actually probably anyone someone everyone nothing something
    get got getting make made want need know think see say said going went come use used using
    monday tuesday wednesday thursday friday saturday sunday mondays fridays weekend week weeks day days
    month months year years hour hours minute minutes today yesterday tomorrow tonight morning evening
    january february march april may june july august september october november december jan feb sept oct
    nov dec 2023 2024 2025 1st 2nd 20th 10k 90s 5pm
    post posts posted comment comments edit edited deleted removed reply replies thread threads thanks thank
    upvote upvotes downvote subreddit subreddits reddit submission moderators http https www com html amp nbsp
    x200b imgur tldr lol imo imho idk btw yeah yes okay hey please sorry gonna wanna dont don't can't it's
    i'm you're isn't that's didn't doesn't
";

/// Everyday words, which are no topic on their own.
const NOT_ALONE: &str = "
    people guy guys person life love good bad great best better right wrong thing things way lot
    question questions answer idea feel feeling look looking help tried trying work working
";

fn is_never(term: &str) -> bool {
    let never = NEVER.split_whitespace();
    let alone = NOT_ALONE.split_whitespace();
    let words: Vec<&str> = term.split(' ').collect();
    never.chain(alone.filter(|_| words.len() == 1)).any(|one| words.contains(&one))
}

/// Each word has three of four hundred discussions, with different words than the other keyword's.
#[test]
fn a_stop_word_is_no_topic_whatever_it_is_compared_with() {
    let words: Vec<&str> = NEVER.split_whitespace().chain(NOT_ALONE.split_whitespace()).collect();
    for others in [0, 120] {
        for chunk in words.chunks(12) {
            let title = chunk.iter().map(|word| format!("{word}, ")).collect::<String>();
            // Side by side they also form pairs.
            let mut all = posts(0, 40, &format!("Thermostat. {title}{}", chunk.join(" ")));
            all.extend(posts(40, 60, "My kettle"));
            let mut theirs = posts(0, others, "My teapot");
            for post in &mut theirs {
                (post.keyword, post.id) = (TEAPOT, format!("teapot_{}", post.id));
            }
            all.extend(theirs);
            let report = analyse_keyword(&week(all), KETTLE);
            let terms: Vec<&str> = report.topics.iter().map(|one| one.term.as_str()).collect();
            assert_eq!(terms, ["thermostat"], "{chunk:?} beside {others}");
            let said = report.recommendations.iter().map(|one| one.action.as_str());
            let said: Vec<&str> = said.filter(|action| action.starts_with("Write about")).collect();
            assert_eq!(said, ["Write about \"thermostat\""], "{chunk:?}");
        }
    }
}

#[test]
fn the_list_knows_words_alone_and_in_pairs() {
    assert!(is_never("last") && is_never("last episode") && is_never("people"));
    assert!(!is_never("beautiful people") && !is_never("thermostat"));
}

#[derive(serde::Deserialize)]
struct Line {
    id: String,
    subreddit: String,
    title: String,
    body: String,
}

/// Returns recorded posts, if they are available.
fn recorded() -> Option<Vec<Line>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reddit/items.ndjson");
    let path = std::env::var_os("HARKEN_ITEMS").unwrap_or_else(|| beside.into());
    let file = std::fs::read_to_string(path).ok()?;
    Some(file.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn no_topic_of_recorded_discussions_is_a_stop_word() {
    let Some(lines) = recorded() else { return };
    // Keywords that people would follow, and some that are common words.
    let keywords = [
        "game", "phone", "dog", "music", "car", "movie", "code", "school", "weight", "season",
        "team", "work",
    ];
    let keywords: Vec<Keyword> = (1..)
        .zip(keywords)
        .map(|(id, keyword)| Keyword {
            id: Uuid::from_u128(id),
            keyword: keyword.to_owned(),
            since: start() - TimeDelta::days(60),
        })
        .collect();
    let mut found = Vec::new();
    for (number, line) in (0_u32..).zip(&lines) {
        let text = text::words(&format!("{}\n{}", line.title, line.body));
        for keyword in keywords.iter().filter(|one| text::has(&text, &one.keyword)) {
            let mut one = post(u64::from(number), &line.title, &line.body);
            (one.id, one.keyword) = (line.id.clone(), keyword.id);
            one.subreddit.clone_from(&line.subreddit);
            one.created_at = start() + TimeDelta::minutes(i64::from(number % (28 * 24 * 60)));
            found.push(one);
        }
    }
    // More items take longer and reveal no more.
    found.truncate(2_000);
    let mut input = week(found);
    input.until = start() + TimeDelta::days(28);
    input.keywords = keywords;
    let mut topics = 0;
    let mut check = |of: &str, found: &[report::Topic]| {
        topics += found.len();
        for topic in found {
            assert!(!is_never(&topic.term), "{of}: {:?} in {found:?}", topic.term);
        }
    };
    // The keywords compared with each other, each compared with English, and what is suggested.
    let analyser = Analyser::new(&input);
    for keyword in &input.keywords {
        check(&keyword.keyword, &analyser.keyword_report(keyword.id).topics);
        let mut alone = input.clone();
        alone.posts.retain(|post| post.keyword == keyword.id);
        check(&keyword.keyword, &analyse_keyword(&alone, keyword.id).topics);
    }
    check("all", &super::super::topics(&input));
    assert!(topics > 50, "{topics} topics of {} discussions", input.posts.len());
}
