use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn last() -> DateTime<Utc> {
    at("2026-03-01T12:00:00Z")
}

fn history(matches: i64, active_days: i64, days: i64) -> History {
    History { matches, active_days, days, last_match_at: last() }
}

/// Returns the first day on which the watch is called quiet.
fn first_quiet_day(history: &History) -> Option<i64> {
    (0..=100).find(|day| quiet(history, last() + DAY * i32::try_from(*day).unwrap()).is_some())
}

#[test]
fn how_long_a_silence_is_one_depends_on_the_watchs_own_rate() {
    for (matches, active, days, expected) in [
        // Every day, with few matches or many.
        (28, 28, 28, Some(3)),
        (4_000, 28, 28, Some(3)),
        // Working days.
        (60, 20, 28, Some(8)),
        (30, 14, 28, Some(14)),
        (8, 8, 28, Some(29)),
        // One busy day says nothing about the next weeks.
        (500, 1, 28, None),
        (12, 3, 28, None),
        // Too few matches to have a rate.
        (7, 7, 28, None),
        (7, 7, 7, None),
        // Young watches, treated with more caution.
        (40, 7, 7, Some(4)),
        (40, 3, 3, Some(6)),
    ] {
        let history = history(matches, active, days);
        assert_eq!(first_quiet_day(&history), expected, "{history:?}");
    }
}

#[test]
fn a_quiet_watch_has_its_rate_and_its_days_until_silence_is_its_rate() {
    let history = history(56, 28, 28);
    let notice = quiet(&history, last() + TimeDelta::hours(24 * 9 + 23)).unwrap();
    assert_eq!((notice.usual_per_week, notice.silent_days), (14.0, 9));
    assert!(quiet(&history, last() + DAY * 60).is_some());
    assert_eq!(quiet(&history, last() + DAY * 61), None);
    assert_eq!(quiet(&history, last() - DAY), None);
}

/// SplitMix64, so that the same watches are simulated everywhere.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a Poisson variate by Knuth's method, for small means.
    fn poisson(&mut self, mean: f64) -> i64 {
        let (limit, mut product, mut count) = ((-mean).exp(), self.next(), 0);
        while product > limit {
            product *= self.next();
            count += 1;
        }
        count
    }
}

/// The distribution of a watch's matches over days.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    Steady,
    /// A tenth as many on two days of the week.
    Weekly,
    /// By chance, half the mean on three of four days, and five times that on the fourth.
    Bursts,
}

/// Returns the number of silences reported in `years` for watches of which none had changed.
fn false_alarms(pattern: Pattern, a_day: f64, years: usize, chance: &mut Chance) -> usize {
    let days = 365 * years;
    let counts: Vec<i64> = (0..days)
        .map(|day| {
            let factor = match pattern {
                Pattern::Steady => 1.0,
                Pattern::Weekly if day % 7 >= 5 => 0.1,
                Pattern::Weekly => 1.36,
                Pattern::Bursts if chance.next() < 0.25 => 2.5,
                Pattern::Bursts => 0.5,
            };
            chance.poisson(a_day * factor)
        })
        .collect();
    let active: Vec<usize> = (0..days).filter(|day| counts[*day] > 0).collect();
    let pauses = active.windows(2).filter(|pair| pair[0] >= 28);
    pauses
        .filter(|pair| {
            let window = &counts[pair[0] - 27..=pair[0]];
            let active_days = window.iter().filter(|n| **n > 0).count();
            let history = History {
                matches: window.iter().sum(),
                active_days: i64::try_from(active_days).unwrap(),
                days: 28,
                last_match_at: last(),
            };
            // Checked on every day of the pause.
            (1..pair[1] - pair[0]).any(|silent| {
                quiet(&history, last() + DAY * i32::try_from(silent).unwrap()).is_some()
            })
        })
        .count()
}

#[test]
fn false_alarms_are_few() {
    let mut chance = Chance(20_261_121);
    let mut rates: Vec<f64> = Vec::new();
    for pattern in [Pattern::Steady, Pattern::Weekly, Pattern::Bursts] {
        for a_day in [0.3, 0.5, 1.0, 2.0, 4.0, 20.0] {
            // Busy watches have next to none, and take nearly all of the time.
            let years = if a_day < 4.0 { 2_000 } else { 200 };
            let alarms = false_alarms(pattern, a_day, years, &mut chance);
            let a_year = alarms as f64 / years as f64;
            println!("{pattern:?}, {a_day} a day: {a_year:.4} false alarms a year");
            rates.push(a_year);
        }
    }
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let worst = rates.iter().copied().fold(0.0, f64::max);
    println!("mean {mean:.4}, worst {worst:.4}");
    // By design at most 365 / 28 × 1 % = 0.13 per watch whose rate does not change.
    assert!(mean < 0.06, "{mean}");
    assert!(worst < 0.13, "{worst}");
}
