//! Generates watches for words that occur in some items.

use std::collections::{HashMap, HashSet};

use matcher::{Filters, Scope, Watch, WatchId};

use super::Post;
use super::random::{Random, Zipf};

/// The strictness of the watches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mix {
    /// 60 % anywhere in a word, 30 % whole words, 10 % case-sensitive.
    Usual,
    WholeWords,
}

/// Generates watches: 30 % on every subreddit, the others on one to five, by Zipf; every tenth has
/// the keyword of an earlier one.
pub(crate) struct Drawing<'a> {
    random: Random,
    mix: Mix,
    /// The words of each item.
    words: Vec<Vec<&'a str>>,
    subreddits: Zipf<&'a str>,
    keywords: Vec<String>,
    /// The keywords in lowercase.
    taken: HashSet<String>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(sources: &'a [Post], mix: Mix) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for post in sources {
            *counts.entry(&post.subreddit).or_default() += 1;
        }
        // A form would reject the names of profiles, which some items have.
        let mut ranked: Vec<_> =
            counts.into_iter().filter(|(name, _)| Scope::parse([name]).is_ok()).collect();
        ranked.sort_unstable_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
        Drawing {
            random: Random(0x5EED),
            mix,
            words: sources.iter().map(words).collect(),
            subreddits: Zipf::new(ranked.into_iter().map(|(name, _)| name).collect()),
            keywords: Vec::new(),
            taken: HashSet::new(),
        }
    }

    pub(crate) fn watch(&mut self, id: WatchId) -> Watch {
        loop {
            let keyword = self.keyword();
            let filters = self.filters();
            let scope = self.scope();
            if let Ok(watch) = Watch::new(id, &keyword, scope, filters) {
                return watch;
            }
        }
    }

    fn filters(&mut self) -> Filters {
        let strict = self.random.below(10);
        let whole_words = self.mix == Mix::WholeWords;
        Filters {
            whole_word_only: whole_words || (6..9).contains(&strict),
            case_sensitive: !whole_words && strict == 9,
            ..Filters::default()
        }
    }

    fn scope(&mut self) -> Scope {
        if self.random.below(10) < 3 {
            return Scope::All;
        }
        let count = 1 + self.random.below(5);
        let names = (0..count).map(|_| *self.subreddits.draw(&mut self.random));
        Scope::parse(names.collect::<Vec<_>>()).expect("only good names are drawn")
    }

    fn keyword(&mut self) -> String {
        if self.random.below(10) == 0 && !self.keywords.is_empty() {
            return self.random.pick(&self.keywords).clone();
        }
        let keyword = self.fresh();
        self.keywords.push(keyword.clone());
        keyword
    }

    /// Returns one word (35 %), two (30 %) or three (8 %) adjacent words, or a made-up brand
    /// (27 %); once those are used up, phrases of one word more.
    fn fresh(&mut self) -> String {
        const TRIES: usize = 8;
        let begin = match self.random.below(100) {
            0..35 => 1,
            35..65 => 2,
            65..73 => 3,
            _ => 8,
        };
        for count in begin.. {
            for _ in 0..TRIES {
                let keyword = self.phrase(count).unwrap_or_else(|| self.random.brand());
                if self.taken.insert(keyword.to_lowercase()) {
                    return keyword;
                }
            }
        }
        unreachable!("the loop has no end")
    }

    fn phrase(&mut self, count: usize) -> Option<String> {
        let words = self.random.pick(&self.words);
        let first = self.random.below(words.len().max(1));
        match words.get(first..first + count)? {
            // Hardly anybody watches "the".
            [word] if word.len() < 4 => None,
            words => Some(words.join(" ")),
        }
    }
}

fn words(post: &Post) -> Vec<&str> {
    let text = if post.body.is_empty() { &post.title } else { &post.body };
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() > 1).collect()
}
