//! What `harken doctor --plan` computes.

use harken::cli::doctor::plan::input::Input;
use harken::cli::doctor::plan::{Needs, report};

fn needs(wanted: &str) -> Needs {
    Needs::of(Input::parse(wanted).unwrap())
}

fn problem(wanted: &str) -> String {
    report(wanted).unwrap_err().to_string()
}

/// Returns the sizes that must not shrink when there is more to do.
fn sizes(needs: &Needs) -> Vec<f64> {
    let counts = [needs.shards, needs.delivers, needs.apis, needs.connections()];
    let mut sizes: Vec<f64> = counts.iter().map(|count| *count as f64).collect();
    sizes.push(f64::from(needs.is_split()));
    sizes.push(needs.first_bottleneck().unwrap().usage());
    sizes.extend([needs.disk(), needs.watches_memory, needs.streams_memory]);
    sizes.extend([needs.matching, needs.storing, needs.delivering]);
    sizes
}

#[test]
fn one_process_is_enough_for_a_hundred_users() {
    let text = report("users=100").unwrap();
    assert!(text.contains("watches=300 "), "{text}");
    assert!(text.contains("streams=2 "), "{text}");
    assert!(text.ends_with("Add: nothing; one process is enough\n"), "{text}");
}

#[test]
fn a_larger_disk_leaves_one_process_enough() {
    let text = report("users=100 disk_gb=10").unwrap();
    assert!(text.contains("First bottleneck: disk"), "{text}");
    assert!(text.contains("1. a disk of "), "{text}");
    assert!(text.ends_with("Apart from that, one process is enough\n"), "{text}");
}

#[test]
fn a_million_users_need_shards_and_several_delivers() {
    let text = report("users=1000000 watches=3000000").unwrap();
    assert!(text.contains("a machine of its own for Postgres"), "{text}");
    assert!(text.contains("harken shards 2"), "{text}");
    assert!(text.contains("4 harken deliver"), "{text}");
    assert!(text.contains("2 harken api"), "{text}");
    assert!(text.contains("max_connections"), "{text}");
}

#[test]
fn something_is_added_exactly_when_a_resource_is_too_small() {
    for users in (0..9).map(|power| 10_u64.pow(power)) {
        for host in ["", "cores=16 memory_gb=64 disk_gb=10000"] {
            let needs = needs(&format!("users={users} {host}"));
            let usage = needs.first_bottleneck().unwrap().usage();
            assert_eq!(needs.steps().is_empty(), usage <= 1.0, "{needs:?}");
        }
    }
}

#[test]
fn more_to_do_never_needs_less() {
    let base = "users=1000 watches=3000 streams=20 matches_per_day=3 items_per_second=167 \
                messages_per_match=0.5 keep_days=2 ";
    let keys = base.split_whitespace().map(|word| word.split_once('='));
    for (key, value) in keys.map(Option::unwrap) {
        let value: f64 = value.parse().unwrap();
        let more = |times: f64| {
            let word = format!("{key}={value}");
            needs(&base.replace(&word, &format!("{key}={}", value * times)))
        };
        for (times, next) in [(1.0, 2.0), (2.0, 10.0), (10.0, 100.0)] {
            let (less, more) = (sizes(&more(times)), sizes(&more(next)));
            let holds = less.iter().zip(&more).all(|(less, more)| less <= more);
            assert!(holds, "{key}: {less:?}, {more:?}");
            // Users count by the load that they cause.
            assert!(key == "users" || less != more, "{key} has no effect");
        }
    }
}

#[test]
fn a_larger_host_never_needs_more() {
    for key in ["cores", "memory_gb", "disk_gb"] {
        let large = |size: u32| needs(&format!("users=3000000 {key}={size}"));
        for (less, more) in [(1, 2), (2, 8), (8, 64), (64, 512)] {
            let (less, more) = (sizes(&large(less)), sizes(&large(more)));
            let holds = less.iter().zip(&more).all(|(less, more)| less >= more);
            assert!(holds, "{key}: {less:?}, {more:?}");
        }
    }
}

#[test]
fn the_plan_repeats_the_words_that_it_is_for() {
    let input = Input::parse("users=7,messages_per_match=0.25 keep_days=30").unwrap();
    assert_eq!(Input::parse(&input.to_string()).unwrap(), input);
    assert_eq!((input.watches, input.streams), (21.0, 1.0));
}

#[test]
fn nothing_overflows() {
    let largest = "users=100000000 watches=1000000000 matches_per_day=10000 items_per_second=100000 \
                   streams=100000000 messages_per_match=100 keep_days=1000 cores=1 memory_gb=0.001 disk_gb=0.001";
    for wanted in ["users=10000000 watches=30000000", largest] {
        let needs = needs(wanted);
        let sizes = sizes(&needs);
        assert!(sizes.iter().all(|size| size.is_finite()), "{sizes:?}");
        assert!(needs.delivers < u64::MAX / 1_000, "{needs:?}");
        let text = report(wanted).unwrap();
        for wrong in ["inf", "NaN", "18,446,744,073,709,551,615"] {
            assert!(!text.contains(wrong), "{text}");
        }
    }
}

#[test]
fn an_error_names_the_problem_and_lists_the_keys() {
    let cases = [
        ("", "users is missing."),
        ("watches=5", "users is missing."),
        ("users=5 user=6", "“user” is not a key."),
        ("users=5 users=6", "users is given twice."),
        ("users", "“users” does not read key=number"),
        ("users=10,000", "“000” does not read key=number"),
        ("users=many", "users must be a number, not “many”."),
        ("users=", "users must be a number, not “”."),
        ("users=0", "users must be from 1 to 100,000,000, not 0."),
        ("users=-1", "users must be from 1 to 100,000,000, not -1."),
        ("users=1e12", "users must be from 1 to 100,000,000, not 1e12."),
        ("users=inf", "users must be from 1 to 100,000,000, not inf."),
        ("users=NaN", "users must be from 1 to 100,000,000, not NaN."),
        ("users=1.5", "users must be a whole number, not 1.5."),
        ("users=5 matches_per_day=0", "matches_per_day must be from 0.001 to 10,000, not 0."),
    ];
    for (wanted, expected) in cases {
        let problem = problem(wanted);
        assert!(problem.starts_with(expected), "{wanted}: {problem}");
        assert!(problem.contains("  items_per_second    posts"), "{problem}");
        assert!(
            problem.ends_with("harken doctor --plan \"users=10000 watches=50000\""),
            "{problem}"
        );
    }
}
