//! Computes how long items wait under a plan.

use crate::{Kind, Plan};

/// The time that items wait until they are read, which is uniform over the interval of their group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// The mean, in seconds.
    pub mean_seconds: f64,
    /// The 95 % quantile, in seconds.
    pub p95_seconds: f64,
}

impl Plan {
    /// Returns how long the items of some places wait, each item counted once; `None` if the plan
    /// has none of these places.
    pub fn wait<'a>(&self, places: impl IntoIterator<Item = (Kind, &'a str)>) -> Option<Wait> {
        let found = places.into_iter().filter_map(|(kind, name)| self.find(kind, name));
        wait(found.map(|(group, member)| (group.interval_seconds, member.rate)).collect())
    }

    /// Returns how long watched items wait, each counted as often as it is watched.
    pub fn watched_wait(&self) -> Option<Wait> {
        let parts = self.groups.iter().map(|group| {
            let wanted = group.members.iter().map(|member| f64::from(member.watches) * member.rate);
            (group.interval_seconds, wanted.sum())
        });
        wait(parts.collect())
    }
}

/// Returns the wait for parts, each with an interval and the rate of the items that wait in it.
fn wait(mut parts: Vec<(f64, f64)>) -> Option<Wait> {
    let total: f64 = parts.iter().map(|(_, rate)| rate).sum();
    if total <= 0.0 {
        return None;
    }
    parts.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mean = parts.iter().map(|(interval, rate)| 0.5 * interval * rate).sum::<f64>() / total;
    // After time x, all items of each group with a shorter interval have been read, and the share x
    // / T of each other.
    let mut shorter = 0.0;
    let mut slope: f64 = parts.iter().map(|(interval, rate)| rate / interval).sum();
    for (interval, rate) in &parts {
        if shorter + slope * interval >= 0.95 * total {
            break;
        }
        shorter += rate;
        slope -= rate / interval;
    }
    let longest = parts.last().map_or(0.0, |(interval, _)| *interval);
    let p95 = (0.95 * total - shorter) / slope;
    Some(Wait {
        mean_seconds: mean,
        p95_seconds: if p95.is_finite() { p95.min(longest) } else { longest },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Intervals and rates, with the mean and the 95 % quantile.
    type Case = (&'static [(f64, f64)], f64, f64);

    #[test]
    fn waits_are_those_of_a_mixture_of_uniform_ones() {
        let table: &[Case] = &[
            (&[(10.0, 3.0)], 5.0, 9.5),
            (&[(10.0, 1.0), (10.0, 2.0)], 5.0, 9.5),
            (&[(100.0, 0.5), (10.0, 0.5)], 27.5, 90.0),
            (&[(100.0, 0.01), (10.0, 0.99)], 5.45, 9.586_2),
        ];
        for (parts, mean, p95) in table {
            let wait = wait(parts.to_vec()).unwrap();
            assert!((wait.mean_seconds - mean).abs() < 1e-9, "{wait:?}");
            assert!((wait.p95_seconds - p95).abs() < 1e-3, "{wait:?}");
        }
        assert_eq!(wait(Vec::new()), None);
        assert_eq!(wait(vec![(10.0, 0.0)]), None);
    }
}
