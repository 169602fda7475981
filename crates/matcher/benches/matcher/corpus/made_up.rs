//! Generates items for when there are no real ones.

use super::Post;
use super::random::Random;

/// Returns posts and comments of common words, with some rare ones, in 200 subreddits.
pub(crate) fn made_up() -> Vec<Post> {
    const ITEMS: usize = 20_000;
    const WORDS: usize = 20_000;
    let mut random = Random(0xC0FFEE);
    let vocabulary: Vec<String> = (0..WORDS).map(|_| random.brand()).collect();
    let post = |_| {
        let comment = random.below(2) == 0;
        let (title, body) = (3 + random.below(10), random.below(80));
        Post {
            kind: if comment { "comment" } else { "post" }.to_owned(),
            subreddit: format!("forum_{}", random.below(200)),
            title: words(&mut random, &vocabulary, if comment { 0 } else { title }),
            body: words(&mut random, &vocabulary, body),
        }
    };
    (0..ITEMS).map(post).collect()
}

fn words(random: &mut Random, vocabulary: &[String], count: usize) -> String {
    let word = |_| {
        // The product of two draws favours the front of the list, as language favours few words.
        let rank = random.below(vocabulary.len()) * random.below(1_000) / 1_000;
        vocabulary[rank].as_str()
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}
