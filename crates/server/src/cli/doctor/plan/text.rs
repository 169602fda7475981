//! Writes a plan as text.

use super::amounts::amount;
use super::resources::Resource;
use super::{DAY_SECONDS, Needs, PEAK};
use foundation::wording::plural::number;

pub(super) fn report(needs: &Needs) -> String {
    let mut lines = vec![format!("Plan for {}", needs.input), String::new()];
    lines.push(row("load", "a second", "at a peak", "rows a day"));
    lines.push(load("items", needs.input.items_per_second, 1.0));
    lines.push(load("notifications", needs.notifications, PEAK));
    lines.push(load("messages", needs.messages, PEAK));
    lines.push(String::new());
    lines.push(row("resource of one host", "needs", "share", "limit"));
    lines.extend(needs.resources().iter().map(resource));
    lines.push(String::new());
    if let Some(first) = needs.first_bottleneck() {
        let (name, usage) = (first.name.trim_start(), percent(first.usage()));
        lines.push(format!("First bottleneck: {name}, at {usage} of its limit"));
    }
    let steps = needs.steps();
    if steps.is_empty() {
        lines.push("Add: nothing; one process is enough".to_owned());
    } else {
        lines.push("Add:".to_owned());
        let numbered = (1..).zip(steps);
        lines.extend(numbered.map(|(nth, step)| format!("  {nth}. {step}")));
        if !needs.is_split() {
            lines.push("Apart from that, one process is enough".to_owned());
        }
    }
    lines.join("\n") + "\n"
}

fn load(what: &str, average: f64, peak: f64) -> String {
    let rows = amount(average * DAY_SECONDS);
    row(what, &amount(average), &amount(average * peak), &rows)
}

fn resource(resource: &Resource) -> String {
    let limit = resource.limit.map_or(String::new(), percent);
    let share = percent(resource.share);
    row(resource.name, &resource.needs, &share, &limit)
}

fn row(name: &str, first: &str, second: &str, third: &str) -> String {
    let row = format!("{name:<30} {first:>16} {second:>11} {third:>14}");
    row.trim_end().to_owned()
}

fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        ..0.1 => "<0.1 %".to_owned(),
        ..10.0 => format!("{percent:.1} %"),
        _ => format!("{} %", number(percent.round() as u64)),
    }
}
