//! Names in dates: months in the languages of Europe, Arabic and Hebrew, zones, halves of the day.

/// The beginnings of the names of each month, in lower case.
const MONTHS: [&str; 12] = [
    "jan gen ene ian oca sty led янв січ ιαν tammi яну jaan يناير ינואר",
    "feb fev fév lut úno şub фев лют φεβ helmi veebr فبراير פברואר",
    "mar mär maa mrt már bře мар бер μαρ μάρ μάώ μαώ märts مارس מרץ",
    "apr abr avr ápr kwi dub nis апр кві απρ huhti أبريل ابريل אפריל",
    "may mai maj mei mag máj kvě май мая тра μάι μαι μαϊ μάϊ touko مايو מאי",
    "jun jui giu iun jún cze čer haz июн чер ιουν ιούν ιον kesä юни juuni يونيو יוני",
    "jul juil lug iul júl lip červenec tem июл лип ιουλ ιούλ ιολ heinä юли juuli يوليو יולי",
    "aug ago aoû aou sie srp ağu авг сер αυγ αύγ elo avg agu أغسطس اغسطس אוגוסט",
    "sep set szept wrz zář eyl сен вер σεπ syys سبتمبر ספטמבר",
    "oct okt out ott paź říj eki окт жов οκτ loka أكتوبر اكتوبر אוקטובר",
    "nov noi lis kas ноя лис νοε νοέ marras ное نوفمبر נובמבר",
    "dec dez dic déc des gru pro ara дек гру δεκ joulu det ديسمبر דצמבר",
];

/// The zones of RFC 822, section 5.1, and those that sites write most, with minutes from UTC. A name
/// that several zones have is that of most feeds; any other name counts as UTC.
const ZONES: [(&str, i64); 56] = [
    ("acdt", 630),
    ("acst", 570),
    ("adt", -180),
    ("aedt", 660),
    ("aest", 600),
    ("akdt", -480),
    ("akst", -540),
    ("art", -180),
    ("ast", -240),
    ("awst", 480),
    ("brst", -120),
    ("brt", -180),
    ("bst", 60),
    ("cdt", -300),
    ("cest", 120),
    ("cet", 60),
    ("clt", -240),
    ("cst", -360),
    ("ct", -360),
    ("edt", -240),
    ("eest", 180),
    ("eet", 120),
    ("est", -300),
    ("et", -300),
    ("gmt", 0),
    ("gst", 240),
    ("hkt", 480),
    ("hst", -600),
    ("ict", 420),
    ("irst", 210),
    ("ist", 330),
    ("jst", 540),
    ("kst", 540),
    ("mdt", -360),
    ("mest", 120),
    ("mesz", 120),
    ("met", 60),
    ("mez", 60),
    ("msd", 240),
    ("msk", 180),
    ("mst", -420),
    ("mt", -420),
    ("ndt", -150),
    ("nst", -210),
    ("nzdt", 780),
    ("nzst", 720),
    ("pdt", -420),
    ("pkt", 300),
    ("pst", -480),
    ("pt", -480),
    ("sast", 120),
    ("sgt", 480),
    ("trt", 180),
    ("west", 60),
    ("wet", 0),
    ("wib", 420),
];

/// Returns the number of the month that a word names, in lower case.
pub(super) fn month_of(word: &str) -> Option<u32> {
    // Hebrew writes "in" as the first letter.
    let word = word.strip_prefix('ב').unwrap_or(word);
    let lengths = MONTHS.iter().zip(1..).filter_map(|(names, month)| {
        let names = names.split(' ').filter(|name| word.starts_with(name));
        Some((names.map(str::len).max()?, month))
    });
    lengths.max().map(|(_, month)| month)
}

/// Returns the minutes from UTC of the zone that a word names, in lower case.
pub(super) fn zone_of(word: &str) -> Option<i64> {
    let place = ZONES.binary_search_by_key(&word, |(name, _)| name).ok()?;
    ZONES.get(place).map(|(_, minutes)| *minutes)
}

/// Returns whether a word names the half of the day after noon, if it names one of them.
pub(super) fn half_of_day(word: &str) -> Option<bool> {
    match word {
        "am" | "a.m." | "a.m" => Some(false),
        // Spanish parts the letters.
        "pm" | "p.m." | "p.m" | "p" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ZONES, month_of, zone_of};

    #[test]
    fn zones_are_sorted() {
        assert!(ZONES.is_sorted());
        assert_eq!((zone_of("gmt"), zone_of("wib"), zone_of("at")), (Some(0), Some(420), None));
    }

    #[test]
    fn months_are_known_by_their_beginnings() {
        for (word, month) in [
            ("january", 1),
            ("mars", 3),
            ("marraskuu", 11),
            ("mai", 5),
            ("juin", 6),
            ("juillet", 7),
            ("června", 6),
            ("červenec", 7),
            ("lipca", 7),
            ("листопада", 11),
            ("липня", 7),
            ("декабря", 12),
            ("ιουλίου", 7),
        ] {
            assert_eq!(month_of(word), Some(month), "{word}");
        }
        assert_eq!(month_of("thu"), None);
    }
}
