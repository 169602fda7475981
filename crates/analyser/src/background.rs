//! The assumed term frequencies of English forum texts, used when there are no other texts to
//! compare with. They are assumed, not counted: good enough to distinguish a name from an everyday
//! word, and nothing more is required of them.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The number of assumed texts.
const TEXTS: usize = 10_000;
const WITH_TERM: usize = 10;

static EVERYDAY_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| EVERYDAY.split_whitespace().collect());

/// Returns the number of texts that have a term, and the number of texts.
pub(super) fn assumed() -> (usize, usize) {
    (WITH_TERM, TEXTS)
}

/// Returns true if the term consists of everyday words only, which name nothing, alone or together.
pub(super) fn is_everyday(term: &str) -> bool {
    term.split(' ').all(|word| EVERYDAY_WORDS.contains(word))
}

/// Everyday words besides the stop words, which no term contains.
const EVERYDAY: &str = "
    absolutely account actual add advice age agree alive amazing answer appreciated area article attempt
    attempts avoid avoided awesome awful bad based basically beat beautiful bit black blue body book
    books bought box boy boys break bring brother brought build building built bunch business buying
    called car care case chance change changed check child children choice choose city class close code
    college coming common community company completely computer context continue continued continues
    cool correct cost couple create current cut dad damn data date dating daughter dead deal decent
    decide decided depends difficult discuss discussed discussing discussion discussions dog door doors
    doubt drink drive drop easier easily easy eat enjoy enjoyed enjoying enjoys entire eventually exact
    excited expect experience explain extra eye eyes face fall family fan fast father favorite feel
    feeling feels fight figure figured final finally finding fine finish finished fire focus follow food
    forget form friend friends fuck fucking fun funny future game games girl girls glad god green group
    grow guess guy guys hair hand hands hang hanging happen happened happening happy hard hate head
    health hear heard heart helped helpful helps hey hit hold home honest honestly hope hoping horrible
    hot house huge human idea ideas image imagine internet issue issues job kid kids kill kinda knowing
    knowledge language late learn learned leave leaves leaving left legal level life light line link
    links list live lived living local looked lose lost love loved luck main major mate matter media
    meet mention mentioned message met mind mom moment money mother mouth moved movie movies moving
    music natural negative news nice night normal note notice noticed offer online open opinion option
    options order original party pay people perfect person personal phone photo pick picture plan play
    played playing position positive power pretty price process program property public pull purpose
    question questions quick random read reading ready real realize realized reason reasons recommend
    recommendation recommendations recommended red remember request requests required rest room rule
    rules running sad safe sale school sell send sense series set share shared sharing shit short sick
    simple simply single sister sit site sits sitting situation size skin sleep slow social sold son
    song sort sound sounds space special specific spend spent spot stand start started starting starts
    state stay step stick stopped store stories story straight strong stuck stuff stupid style suck
    sucks suggestion suggestions super support supposed system takes talk talked talking team telling
    tells terms test text thinking throw time times tips tired title told total totally touch tough town
    true trust truth type understand update usual version video view wait waiting walk walked walking
    wanna watch watched watching water wear wearing website weird white wife win window winning woman
    women won wondering word world worse worst worth write writing wrong wrote yeah
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_tell_nothing_but_beside_another() {
        for term in ["people", "beautiful people"] {
            assert!(is_everyday(term), "{term}");
        }
        for term in ["beautiful kettle", "kettle"] {
            assert!(!is_everyday(term), "{term}");
        }
    }
}
