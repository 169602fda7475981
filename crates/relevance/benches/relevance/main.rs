//! Measures how well relevance is learned from few labels: `just bench relevance`.
//!
//! Recorded: thirty words that mean several things, in the items of the NDJSON file that HARKEN_ITEMS names, else from
//! ../shared. A user wants a word as the places of one theme mean it (`themes.txt`); items from places of other themes
//! are noise. The place is the hidden truth: the learner does not see it, except in one line.
//! Made up: texts with the words of one sense, and of none.
//!
//! Half of a word's items are for learning, half for testing, ten times. `removed` is the noise below the
//! highest threshold that keeps 99 % of what is relevant in the test, which only hindsight knows. `set aside` and
//! `kept` are what a user gets: the share of noise and of relevant matches below, and not below, the threshold that
//! was learned from the labels alone. All figures are medians over words of a word's mean, except for `kept`, which is
//! the mean.

mod made_up;
mod measure;
mod recorded;

use measure::{Trial, print_costs, print_line};

fn main() {
    let (recorded, texts) = recorded::words();
    if recorded.is_empty() {
        println!("No recorded items: set HARKEN_ITEMS to a file of them, a JSON object a line");
    } else {
        print_costs(&recorded, &texts);
    }
    for (source, words) in [("recorded", recorded), ("made up", made_up::words())] {
        if words.is_empty() {
            continue;
        }
        let items: usize = words.iter().map(|word| word.items.len()).sum();
        println!("\n{source}: {} words with {items} items", words.len());
        println!("                         labels words   AUC Brier removed set aside  kept");
        for labels in [20, 40, 80, 160] {
            print_line("", &words, Trial { labels, ..Trial::default() });
        }
        let forty = Trial { labels: 40, ..Trial::default() };
        print_line("one label in ten wrong", &words, Trial { flipped: true, ..forty });
        print_line("beside three keywords", &words, Trial { base: true, labels: 20, ..forty });
        print_line("beside three keywords", &words, Trial { base: true, ..forty });
        if source == "recorded" {
            print_line("learned early, used late", &words, Trial { drift: true, ..forty });
            print_line("the place is seen", &words, Trial { place: true, ..forty });
        }
    }
}
