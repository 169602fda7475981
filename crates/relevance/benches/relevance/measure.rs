//! Learns from part of a word's items, and looks at the rest.

use std::time::Instant;

use matcher::Item;
use relevance::{Commonness, Example, Features, Model, fit};

const ROUNDS: u64 = 10;
/// The fewest items of each kind to test with.
const MIN_TESTED: usize = 12;

pub(crate) struct Word {
    pub(crate) theme: &'static str,
    pub(crate) items: Vec<Labelled>,
}

impl Word {
    pub(crate) fn new(theme: &'static str) -> Self {
        Word { theme, items: Vec::new() }
    }
}

pub(crate) struct Labelled {
    /// Without the place.
    pub(crate) hidden: Features,
    pub(crate) seen: Features,
    pub(crate) relevant: bool,
    /// Grows with time, where it is known.
    pub(crate) written: Option<u64>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Trial {
    pub(crate) labels: usize,
    pub(crate) flipped: bool,
    pub(crate) base: bool,
    pub(crate) drift: bool,
    pub(crate) place: bool,
}

impl Trial {
    fn features(self, item: &Labelled) -> &Features {
        if self.place { &item.seen } else { &item.hidden }
    }
}

#[derive(Default)]
struct Figures {
    auc: f64,
    brier: f64,
    removed: f64,
    set_aside: f64,
    kept: f64,
}

pub(crate) fn print_line(what: &str, words: &[Word], trial: Trial) {
    let found: Vec<Figures> =
        (0..words.len()).filter_map(|at| try_word(words, at, trial)).collect();
    if found.is_empty() {
        println!("{what:24} {:6} (too few items)", trial.labels);
        return;
    }
    let median = |figure: fn(&Figures) -> f64| {
        let mut figures: Vec<f64> = found.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    println!(
        "{what:24} {:6} {:5} {:5.3} {:5.3} {:5.1} % {:7.1} % {:5.1} %",
        trial.labels,
        found.len(),
        median(|f| f.auc),
        median(|f| f.brier),
        100.0 * median(|f| f.removed),
        100.0 * median(|f| f.set_aside),
        100.0 * found.iter().map(|f| f.kept).sum::<f64>() / found.len() as f64,
    );
}

/// Returns the means of all rounds, or `None` if the word has too few items.
fn try_word(words: &[Word], at: usize, trial: Trial) -> Option<Figures> {
    let mut sum = Figures::default();
    let common = common(words, at, trial);
    for round in 0..ROUNDS {
        let mut random = Random(round * 1_000 + at as u64);
        let (learned, tested) = divide(&words[at], trial, &mut random)?;
        let model = learn(words, at, &common, &learned, trial, &mut random);
        let scores = |relevant: bool| -> Vec<f32> {
            let items = tested.iter().filter(|item| item.relevant == relevant);
            items.map(|item| model.score(trial.features(item))).collect()
        };
        add_up(&mut sum, &model, scores(true), &scores(false));
    }
    Some(sum)
}

/// Returns as many labelled items of each kind as the trial wants, and those to test with.
fn divide<'a>(
    word: &'a Word,
    trial: Trial,
    random: &mut Random,
) -> Option<(Vec<&'a Labelled>, Vec<&'a Labelled>)> {
    let (mut learned, mut tested) = (Vec::new(), Vec::new());
    for relevant in [true, false] {
        let mut items: Vec<&Labelled> =
            word.items.iter().filter(|item| item.relevant == relevant).collect();
        if trial.drift {
            items.retain(|item| item.written.is_some());
            items.sort_by_key(|item| item.written);
        } else {
            random.shuffle(&mut items);
        }
        let half = (items.len() / 2).max(trial.labels / 2).min(items.len());
        let later = items.split_off(half);
        random.shuffle(&mut items);
        if items.len() < trial.labels / 2 || later.len() < MIN_TESTED {
            return None;
        }
        learned.extend(items.into_iter().take(trial.labels / 2));
        tested.extend(later);
    }
    Some((learned, tested))
}

/// Counts what is common, which is known from the user's other keywords.
fn common(words: &[Word], at: usize, trial: Trial) -> Commonness {
    let mut common = Commonness::default();
    let others = (0..words.len()).filter(|other| *other != at);
    for item in others.flat_map(|other| &words[other].items) {
        common.add(trial.features(item));
    }
    common
}

fn learn(
    words: &[Word],
    at: usize,
    common: &Commonness,
    learned: &[&Labelled],
    trial: Trial,
    random: &mut Random,
) -> Model {
    let example =
        |item: &&Labelled, flip: bool| Example::new(trial.features(item), item.relevant != flip);
    let own = learned.iter().enumerate();
    // The labels of each kind come one after the other, so that each has its wrong ones.
    let own: Vec<Example> =
        own.map(|(n, item)| example(item, trial.flipped && n % 10 == 0)).collect();
    let same = (0..words.len())
        .filter(|other| *other != at)
        .filter(|other| trial.base && words[*other].theme == words[at].theme);
    let twenty = Trial { labels: 20, ..trial };
    let base = same.take(3).filter_map(|other| divide(&words[other], twenty, random));
    let base: Vec<Example> =
        base.flat_map(|(learned, _)| learned).map(|item| example(&item, false)).collect();
    fit(common, &own, &base).expect("enough labels")
}

fn add_up(sum: &mut Figures, model: &Model, mut relevant: Vec<f32>, noise: &[f32]) {
    let share = |count: usize, all: usize| count as f64 / all as f64 / ROUNDS as f64;
    let mean = |scores: &[f32], figure: &dyn Fn(f32) -> f64| {
        scores.iter().map(|score| figure(*score)).sum::<f64>() / scores.len() as f64
    };
    relevant.sort_by(f32::total_cmp);
    let above = |score: f32| {
        let lower = relevant.partition_point(|other| *other < score);
        let equal = relevant.partition_point(|other| *other <= score) - lower;
        (relevant.len() - lower) as f64 - equal as f64 / 2.0
    };
    sum.auc += mean(noise, &above) / relevant.len() as f64 / ROUNDS as f64;
    let error =
        |truth: f64| move |score: f32| (f64::from(model.probability(score)) - truth).powi(2);
    let brier = f64::midpoint(mean(&relevant, &error(1.0)), mean(noise, &error(0.0)));
    sum.brier += brier / ROUNDS as f64;
    let lost = relevant.len() / 100;
    let removed = noise.iter().filter(|score| **score < relevant[lost]).count();
    sum.removed += share(removed, noise.len());
    let set_aside = noise.iter().filter(|score| model.sets_aside(**score)).count();
    sum.set_aside += share(set_aside, noise.len());
    let kept = relevant.iter().filter(|score| !model.sets_aside(**score)).count();
    sum.kept += share(kept, relevant.len());
}

/// Prints what scoring and learning cost.
pub(crate) fn print_costs(words: &[Word], texts: &[String]) {
    let trial = Trial { labels: 40, ..Trial::default() };
    let enough = |at: &usize| divide(&words[*at], trial, &mut Random(1)).is_some();
    let Some(at) = (0..words.len()).find(enough) else {
        return;
    };
    let (learned, _) = divide(&words[at], trial, &mut Random(1)).expect("enough items");
    let common = common(words, at, trial);
    let started = Instant::now();
    let model = learn(words, at, &common, &learned, trial, &mut Random(1));
    let learning = started.elapsed();
    let times = texts.iter().map(|text| {
        let started = Instant::now();
        let item = Item::post("", "", text);
        std::hint::black_box(model.score(&Features::read(&item, &[])));
        started.elapsed().as_secs_f64() * 1e6
    });
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    println!(
        "learning 40 labels: {:.0} ms; reading and scoring an item: {:.1} µs on average, {:.1} µs for one in a hundred; \
         {:.1} KB a keyword",
        learning.as_secs_f64() * 1e3,
        times.iter().sum::<f64>() / times.len() as f64,
        times[times.len() * 99 / 100],
        model.to_bytes().len() as f64 / 1e3,
    );
}

/// `SplitMix64`: the same numbers in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
