//! Makes up user names.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

const FIRST: &[&str] = &[
    "amber", "brisk", "cobalt", "dusty", "eager", "fern", "gentle", "hollow", "indigo", "jolly",
    "kelp", "lunar", "mellow", "north", "opal", "plain", "quiet", "rusty", "sleepy", "tidal",
    "umber", "velvet", "windy", "young", "zesty", "copper", "drowsy", "frosty", "mossy", "salty",
    "tiny", "wobbly", "patient", "sober", "crispy", "humble", "paper", "static", "wooden", "late",
];
const SECOND: &[&str] = &[
    "badger", "compiler", "lantern", "otter", "packet", "kettle", "pixel", "marmot", "teapot",
    "walrus", "socket", "heron", "biscuit", "turnip", "falcon", "ledger", "gasket", "pancake",
    "router", "sparrow", "tractor", "umbrella", "violin", "wombat", "yeti", "zeppelin", "acorn",
    "bracket", "cactus", "dumpling", "ferret", "gecko", "harbor", "magpie", "noodle", "parser",
    "pebble", "radish", "stapler", "waffle",
];
const TAILS: &[&str] = &["_dev", "_irl", "42", "_ops", "99", "xyz", "_eu", "2000", "_", "404"];

/// The regulars of the forum.
#[derive(Debug)]
pub(crate) struct People(Vec<String>);

impl People {
    /// Makes `count` names from `rng`.
    pub(crate) fn new(count: usize, rng: &mut ChaCha8Rng) -> Self {
        Self((0..count).map(|_| name(rng)).collect())
    }

    /// Returns one of the names; some write far more than others.
    pub(crate) fn pick(&self, rng: &mut ChaCha8Rng) -> String {
        let skewed = rng.random::<f64>().powi(2) * self.0.len() as f64;
        self.0[(skewed as usize).min(self.0.len() - 1)].clone()
    }
}

fn name(rng: &mut ChaCha8Rng) -> String {
    let first = FIRST.choose(rng).copied().unwrap_or_default();
    let second = SECOND.choose(rng).copied().unwrap_or_default();
    let number = rng.random_range(2..=989);
    match rng.random_range(0..7) {
        0 => format!("{first}_{second}"),
        1 => format!("{}{}", capital(first), capital(second)),
        2 => format!("{first}{second}{number}"),
        3 => format!("{}-{}-{number}", capital(first), capital(second)),
        4 => format!("the_{first}_{second}"),
        5 => format!("{second}{}", TAILS.choose(rng).copied().unwrap_or_default()),
        _ => format!("{}_{}{}", capital(second), first, number % 100),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
