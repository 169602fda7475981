//! What English texts in forums usually have, for want of other texts to compare with. Assumed, not
//! counted: good enough to distinguish a name from an everyday word, and no more is asked of it.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Of so many assumed texts.
const TEXTS: usize = 10_000;
const WITH_TERM: usize = 10;

static FUNCTION_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| FUNCTION.split_whitespace().collect());
static EVERYDAY_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| EVERYDAY.split_whitespace().collect());

/// Returns how many texts have the term, of how many; none for everyday words, which mean nothing.
pub(super) fn assumed(term: &str) -> Option<(usize, usize)> {
    let tells = term.split(' ').any(|word| !EVERYDAY_WORDS.contains(word));
    tells.then_some((WITH_TERM, TEXTS))
}

/// Returns whether the word holds sentences together and names nothing.
pub(super) fn is_function_word(word: &str) -> bool {
    // Of a short form, what stands before the apostrophe decides.
    let short = word.split_once('\'').map(|(stem, _)| stem);
    let is_short_form =
        |stem: &str| stem.len() < 3 || word.ends_with("n't") || FUNCTION_WORDS.contains(stem);
    FUNCTION_WORDS.contains(word) || short.is_some_and(is_short_form)
}

const FUNCTION: &str = "
    about above actually after again against all almost already also although always among and
    another any anybody anyone anything anyway are around away back because been before being below
    besides between both but came can cannot come could did does doing don done dont down during
    each either else enough especially etc even ever every everybody everyone everything few for
    from further gave get gets getting give goes going gone gonna got had has have having hence her
    here hers herself him himself his how however indeed into its itself just least less let lets
    like lot lots made make makes making many may maybe might mine more most much must myself near
    neither never nobody none nor not nothing now off often once one ones only onto other others
    our ours ourselves out over own per perhaps probably put quite rather really said same say says
    shall she should since some somebody somehow someone something sometimes somewhere soon still
    such than that the their theirs them themselves then there therefore these they this those
    though through thus too took toward towards under unless until upon use used uses using usually
    very want wants was way well went were what whatever when where whether which while who whole
    whom whose why will with within without would yes yet you your yours yourself yourselves
";

const EVERYDAY: &str = "
    able absolutely account add added advice age ago agree amazing amount answer apart context apparently
    appreciate area article ask asked asking awesome awful bad based basically beat beautiful became
    become begin best better big bit black blue body book books bought box boy boys break bring brother
    brought build building built bunch business buy buying call called car care case cause chance change
    changed check child children choice choose city class clear close code college comment comments
    common community company completely computer consider cool correct cost couple course create current
    currently cut dad damn data date dating daughter day days dead deal decent decide decided definitely
    depends different difficult dog doubt drink drive drop due early easier easily easy eat edit eight
    end ended entire entirely exact exactly example excited expect experience explain extra eye eyes face
    fact fall family fan far fast father favorite feel feeling feels felt fight figure figured final
    finally find finding fine finish finished fire first five fix focus follow following food forget
    form forward found four free friend friends front fuck fucking full fun funny future game games
    general girl girls give given giving glad god good great green group grow guess guy guys hair half
    hand hands happen happened happening happens happy hard hate head health hear heard heart hell hello
    help helped helps hey hi high hit hold home honest honestly hope hoping hot hour hours house huge
    human idea ideas image imagine important inside instead interest interested interesting internet
    issue issues job join keep kept kid kids kill kind kinda knew know knowing known knows language large
    late lately later learn learned leave left legal level life light line link list little live lived
    living local long longer look looked looking looks lose lost love loved low luck main major man
    mate matter mean means media meet members men mention mentioned message met mind minute minutes miss
    mom moment money month months morning mother mouth move moved movie movies moving music name
    natural need needed needs new news next nice night normal note notice number obviously offer okay
    old older online open opinion option options order original part party past pay people perfect
    person personal phone photo pick picture place plan play played playing please plus point points
    possible post posted posting posts power pretty price problem problems process program property
    public pull purpose question questions quick quickly ran random read reading ready real realize
    realized reason reasons recent recently red reddit remember reply rest right room rule rules run
    running sad safe sale saw saying school second see seem seemed seems seen self sell send sense
    sent series serious seriously set seven several shit short show shows sick side similar simple
    simply single sister site situation six size skin sleep slow small social sold son song sort sorry
    sound sounds space special specific spend spent spot stand start started starting starts state stay
    step stick stop stopped store stories story straight strong stuff stupid sub subreddit suck sucks
    suggest super support supposed sure system take taken takes taking talk talked talking team tell
    ten terms test text thank thanks thing things think thinking third thought thoughts thread three
    throw time times tip tips tired title today told tomorrow tonight top total totally touch town true
    truly trust truth try trying turn turned two type understand update upvote usual version video view
    wait waiting walk wanna wanted wasn watch watched watching water wear wearing website week weekend
    weeks weird white wife window wish woman women wonder wondering word words work worked working works
    world worse worst worth write writing wrong wrote yeah year years yesterday young
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_function_words_as_their_first_parts_are() {
        for word in [
            "they're", "don't", "wouldn't", "we've", "what's", "can't", "with",
        ] {
            assert!(is_function_word(word), "{word}");
        }
        for word in ["kettle", "kettle's", "broken"] {
            assert!(!is_function_word(word), "{word}");
        }
    }

    #[test]
    fn everyday_words_tell_nothing_but_beside_another() {
        assert_eq!(assumed("people"), None);
        assert_eq!(assumed("good people"), None);
        assert_eq!(assumed("good kettle"), Some((WITH_TERM, TEXTS)));
        assert_eq!(assumed("kettle"), Some((WITH_TERM, TEXTS)));
    }
}
