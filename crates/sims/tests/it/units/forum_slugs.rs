//! The words in permalinks.

use sims::forum::item::slug;

#[test]
fn a_slug_keeps_whole_words_up_to_fifty_characters() {
    assert_eq!(slug("What's the *best* way?"), "what_s_the_best_way");
    assert!(slug(&"lengthy ".repeat(20)).len() <= 50);
    assert_eq!(slug("日本語"), "_");
    assert_eq!(slug(""), "_");
}
