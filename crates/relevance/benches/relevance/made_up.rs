//! Made-up items: a few words of the sense that is meant, often none, among words that say nothing.

use matcher::{Field, Item, Span};
use relevance::Features;

use crate::measure::{Labelled, Random, Word};

/// Of each word, the senses with words that go with them; the first sense is wanted.
const WORDS: [(&str, [&str; 3]); 6] = [
    (
        "rust",
        [
            "compiler borrow crate cargo async lifetime generic trait macro unsafe library thread",
            "raid base server wipe loot clan monument furnace bow airdrop scrap roof",
            "chassis paint fender weld garage salt sand primer brake bumper panel wax",
        ],
    ),
    (
        "mercury",
        [
            "outboard engine propeller boat marine dealer fuel throttle hull horsepower dock motor",
            "planet orbit sun crater telescope probe transit sky venus surface launch horizon",
            "thermometer toxic fish tuna poison level metal lamp exposure blood doctor spill",
        ],
    ),
    (
        "python",
        [
            "script import pandas function loop module list install version notebook string parse",
            "snake terrarium feeding mouse shed heat morph reptile scales vet tank humid",
            "sketch comedy parrot film grail knights episode circus spam quote movie laugh",
        ],
    ),
    (
        "jaguar",
        [
            "engine lease dealer sedan mileage leather gearbox saloon coupe hybrid garage warranty",
            "jungle cat prey cub river camera forest ranger spotted habitat cage wild",
            "guitar pickup fender amp tone strings neck bridge offset pedal surf chord",
        ],
    ),
    (
        "delta",
        [
            "flight gate airline luggage seat delayed pilot miles upgrade boarding crew refund",
            "river sediment flood marsh wetland boat fishing mouth coast farmers silt birds",
            "variant change formula tables merge lake compute rate value hedge option gamma",
        ],
    ),
    (
        "apollo",
        [
            "client cache query schema graph server mutation resolver hook types federation fetch",
            "moon crew lander orbit rocket capsule nasa astronaut landing mission launch crater",
            "temple god myth oracle statue greek hymn sun marble lyre museum ancient",
        ],
    ),
];
const COMMON: &str = "the a my is it was this that have got new old any help with for about today \
    really best worst looking question first time yesterday finally think anyone know why how \
    what good bad never again please thanks people still need want again bought found see some";
const ITEMS: usize = 600;

pub(crate) fn words() -> Vec<Word> {
    let common: Vec<&str> = COMMON.split_whitespace().collect();
    let mut random = Random(7);
    let mut make = |word: &str, sense: usize, senses: &[&str; 3]| {
        let clues: Vec<&str> = senses[sense].split(' ').collect();
        let mut said: Vec<&str> =
            (0..6 + random.below(10)).map(|_| common[random.below(common.len())]).collect();
        said.extend((0..random.below(4)).map(|_| clues[random.below(clues.len())]));
        random.shuffle(&mut said);
        let mut title = said.join(" ");
        let start = title.len() + 1;
        title = format!("{title} {word}");
        let mention = (Field::Title, Span { start, end: title.len() });
        let read = || Features::read(&Item::post("", &title, ""), &[mention]);
        Labelled { hidden: read(), seen: read(), relevant: sense == 0, written: None }
    };
    let word = |(word, senses): &(&str, [&str; 3])| Word {
        theme: "made up",
        items: (0..ITEMS).map(|number| make(word, number % 3, senses)).collect(),
    };
    WORDS.iter().map(word).collect()
}
