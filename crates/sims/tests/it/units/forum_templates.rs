//! How the texts of the made-up forum are filled in.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sims::forum::content::Words;
use sims::forum::content::template::{Bindings, fill};

#[test]
fn a_slot_keeps_its_word_and_a_numbered_one_takes_another() {
    let words: Words = [("tool".to_owned(), vec!["alpha".to_owned(), "beta".to_owned()])].into();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut bound = Bindings::default();
    let text = fill("{tool} {tool} {tool2} {Tool}", &words, &mut bound, &mut rng);
    let parts: Vec<&str> = text.split(' ').collect();
    assert_eq!(parts[0], parts[1]);
    assert_ne!(parts[0], parts[2]);
    assert_eq!(parts[3].to_lowercase(), parts[0]);
}

#[test]
fn braces_choices_and_numbers_are_filled_in() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut bound = Bindings::default();
    let text = fill("{{x}} {a|a} {n:4-4}", &Words::new(), &mut bound, &mut rng);
    assert_eq!(text, "{x} a 4");
}
