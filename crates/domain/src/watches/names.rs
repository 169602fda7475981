//! The subreddits that active watches name, counted as watches come and go, so that the subreddits to
//! poll are known without reading all watches.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use uuid::Uuid;

use db::models::watch::Watch;

/// Names, and who watches them.
#[derive(Debug, Default)]
pub(super) struct Names {
    of_watches: HashMap<Uuid, Named>,
    /// The number of watches of each user that have a name.
    watchers: HashMap<String, HashMap<Uuid, usize>>,
    version: u64,
}

#[derive(Debug)]
struct Named {
    user_id: Uuid,
    /// The names in lower case.
    names: Vec<String>,
}

/// The names at one moment.
#[derive(Debug, Clone, Default)]
pub struct WatchedNames {
    /// A number that changes if and only if the watched names do.
    pub version: u64,
    /// The names in lower case, with the users who watch them.
    pub users: HashMap<String, Vec<Uuid>>,
}

impl Names {
    /// Replaces what is known of a watch.
    pub(super) fn set(&mut self, watch: &Watch) {
        let (user_id, names) = (watch.user_id, named(watch));
        // Names that it keeps are added first, so that they are never gone in between.
        for name in &names {
            self.add(name, user_id);
        }
        self.remove(watch.id);
        if !names.is_empty() {
            self.of_watches.insert(watch.id, Named { user_id, names });
        }
    }

    pub(super) fn remove(&mut self, watch_id: Uuid) {
        let Some(Named { user_id, names }) = self.of_watches.remove(&watch_id) else {
            return;
        };
        for name in names {
            self.take_away(name, user_id);
        }
    }

    fn add(&mut self, name: &str, user_id: Uuid) {
        let users = self.watchers.entry(name.to_owned()).or_insert_with(|| {
            self.version += 1;
            HashMap::new()
        });
        *users.entry(user_id).or_default() += 1;
    }

    fn take_away(&mut self, name: String, user_id: Uuid) {
        let Entry::Occupied(mut users) = self.watchers.entry(name) else {
            return;
        };
        if let Entry::Occupied(mut watches) = users.get_mut().entry(user_id) {
            *watches.get_mut() -= 1;
            if *watches.get() == 0 {
                watches.remove();
            }
        }
        if users.get().is_empty() {
            users.remove();
            self.version += 1;
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn watched(&self) -> WatchedNames {
        let users = self.watchers.iter();
        WatchedNames {
            version: self.version,
            users: users
                .map(|(name, users)| (name.clone(), users.keys().copied().collect()))
                .collect(),
        }
    }
}

/// Returns the subreddits that a watch names, in lower case; other sites are read as a whole, whoever names
/// them. A watch that also names `all` wants its subreddits in full, and of everything else what is
/// available.
pub(super) fn named(watch: &Watch) -> Vec<String> {
    let names = watch.subreddits.iter().map(|name| name.to_lowercase());
    names.filter(|name| name != "all" && matcher::is_subreddit(name)).collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn watch(user_id: Uuid, id: u128, names: &[&str]) -> Watch {
        Watch {
            id: Uuid::from_u128(id),
            subreddits: names.iter().map(ToString::to_string).collect(),
            ..Watch::new(user_id, DateTime::UNIX_EPOCH)
        }
    }

    #[test]
    fn the_version_changes_with_the_set_of_names_and_with_nothing_else() {
        let [ada, ben] = [1, 2].map(Uuid::from_u128);
        let mut names = Names::default();
        names.set(&watch(ada, 1, &["Tea", "coffee"]));
        names.set(&watch(ben, 2, &["tea"]));
        let before = names.version();
        // One more for a name that is there, an edit that keeps it, one for everything.
        names.set(&watch(ben, 3, &["TEA"]));
        names.set(&watch(ben, 3, &["tea", "coffee"]));
        names.set(&watch(ada, 4, &["all", "news.ycombinator.com"]));
        names.remove(Uuid::from_u128(2));
        names.remove(Uuid::from_u128(2));
        assert_eq!(names.version(), before);
        names.remove(Uuid::from_u128(3));
        assert_eq!(names.version(), before);
        assert_eq!(names.watched().users["tea"], [ada]);
        names.set(&watch(ada, 1, &["coffee"]));
        assert_ne!(names.version(), before);
        let watched = names.watched();
        assert_eq!(watched.users.keys().collect::<Vec<_>>(), ["coffee"]);
    }
}
