//! The promises of a plan.

use planner::{Budget, Kind, Place, Plan, Previous, Rate, plan};

fn place(name: &str, kind: Kind, watches: u32, an_hour: f64) -> Place {
    Place {
        name: name.to_owned(),
        kind,
        watches,
        rate: Rate::estimate(an_hour * 24.0, 86_400.0, 1.0),
    }
}

/// Returns places, the first of which are busy, and some of which many users watch.
fn places(count: usize) -> Vec<Place> {
    let both = |n: usize| {
        let (watches, an_hour) = (1 + (n * 7 % 50) as u32, 2_000.0 / (n + 1) as f64);
        let name = format!("subreddit_{n}");
        [
            place(&name, Kind::Post, watches, 0.1 * an_hour),
            place(&name, Kind::Comment, watches, an_hour),
        ]
    };
    (0..count).flat_map(both).collect()
}

fn first(places: &[Place]) -> Plan {
    plan(places, &Budget::default(), &Previous::default())
}

fn moves(places: &[Place], before: &Plan) -> usize {
    let previous = Previous::from(before);
    let after = plan(places, &Budget::default(), &previous);
    previous.moves(&after).count()
}

#[test]
fn nothing_watched_needs_no_listing() {
    let plan = first(&[]);
    assert_eq!(plan, Plan::default());
    assert!(!plan.is_short());
    assert_eq!(plan.watched_wait(), None);
}

#[test]
fn every_place_is_in_one_listing_that_fits() {
    let (places, budget) = (places(1_234), Budget::default());
    let plan = first(&places);
    let held: usize = plan.groups.iter().map(|group| group.members.len()).sum();
    assert_eq!(held, places.len());
    for place in &places {
        let (group, member) = plan.find(place.kind, &place.name).unwrap();
        assert_eq!(member.name, place.name);
        assert!(group.key.starts_with(place.kind.word()));
    }
    for group in &plan.groups {
        assert!(group.members.len() <= budget.max_names);
        let bytes: usize = group.names().map(|name| name.len() + 1).sum();
        assert!(bytes <= budget.max_path_bytes);
        assert!(group.interval_seconds >= budget.min_seconds);
        assert!(group.interval_seconds <= budget.max_seconds);
        assert!(group.interval_seconds * group.upper_rate <= 450.1);
    }
}

#[test]
fn the_requests_meet_the_budget_and_are_shared_among_the_places() {
    let plan = first(&places(1_000));
    assert!((plan.requests_per_minute() - 60.0).abs() < 0.1);
    let members = plan.groups.iter().flat_map(|group| &group.members);
    let sum: f64 = members.map(|member| member.requests_per_minute).sum();
    assert!((sum - plan.requests_per_minute()).abs() < 1e-6);
}

#[test]
fn the_same_places_in_any_order_make_the_same_plan() {
    let mut places = places(500);
    let plan = first(&places);
    places.reverse();
    assert_eq!(first(&places), plan);
    // A duplicate place counts once.
    places.push(places[0].clone());
    assert_eq!(first(&places), plan);
}

#[test]
fn planning_again_moves_nothing() {
    let places = places(1_000);
    let before = first(&places);
    assert_eq!(plan(&places, &Budget::default(), &Previous::from(&before)), before);
}

#[test]
fn a_restarted_process_plans_as_the_others_do() {
    let mut places = places(1_000);
    let before = first(&places);
    for place in &mut places {
        place.rate = Rate::estimate(place.rate.mean * 120_000.0, 86_400.0, 1.0);
    }
    let stored: Vec<(String, Vec<String>)> = before
        .groups
        .iter()
        .map(|group| (group.key.clone(), group.names().map(str::to_owned).collect()))
        .collect();
    let stored = stored.iter().map(|(key, names)| (key.as_str(), names.iter().map(String::as_str)));
    let restarted = plan(&places, &Budget::default(), &Previous::from_groups(stored));
    assert_eq!(restarted, plan(&places, &Budget::default(), &Previous::from(&before)));
}

#[test]
fn estimates_that_change_a_little_move_nothing() {
    let mut places = places(1_000);
    let before = first(&places);
    for (n, place) in places.iter_mut().enumerate() {
        let by = if n % 2 == 0 { 1.2 } else { 0.8 };
        place.rate = Rate::estimate(place.rate.mean * by * 86_400.0, 86_400.0, 1.0);
    }
    assert_eq!(moves(&places, &before), 0);
}

#[test]
fn one_more_name_moves_one_group_at_most() {
    let mut known = places(1_000);
    let before = first(&known);
    known.push(place("added", Kind::Post, 3, 1.0));
    assert!(moves(&known, &before) <= 1 + Budget::default().max_names);
}

#[test]
fn a_place_that_becomes_far_more_wanted_waits_less() {
    let mut places = places(1_000);
    let before = first(&places);
    let quiet = places.iter_mut().rfind(|place| place.kind == Kind::Post).unwrap();
    quiet.watches = 5_000;
    let name = quiet.name.clone();
    let after = plan(&places, &Budget::default(), &Previous::from(&before));
    let wait = |plan: &Plan| plan.wait([(Kind::Post, name.as_str())]).unwrap().mean_seconds;
    assert!(wait(&after) < 0.7 * wait(&before), "{} {}", wait(&after), wait(&before));
}

#[test]
fn a_budget_that_does_not_suffice_is_said_to_be_short() {
    let busy: Vec<Place> =
        (0..20).map(|n| place(&format!("busy_{n}"), Kind::Comment, 1, 20_000.0)).collect();
    let plan = first(&busy);
    assert!(plan.is_short());
    assert!((0.05..0.9).contains(&plan.missing_share), "{}", plan.missing_share);
}

#[test]
fn a_listing_that_brings_a_burst_is_read_sooner() {
    let plan = first(&places(100));
    let group = plan
        .groups
        .iter()
        .max_by(|one, other| one.interval_seconds.total_cmp(&other.interval_seconds));
    let group = group.unwrap();
    let interval = group.interval_seconds;
    assert!((group.next_interval(5, interval) - interval).abs() < 1e-9);
    assert!((group.next_interval(0, 0.0) - interval).abs() < 1e-9);
    assert!(group.next_interval(900, 0.5 * interval) <= 0.26 * interval);
    assert!(group.lateness(2.0 * interval) > 1.0);
}
