//! Limits searches of stored items, and checks of queries, that people wait for: each may take a core for
//! seconds, so a user has one of a kind at a time, and all users together have as many as there are places.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use uuid::Uuid;

use foundation::semaphores::Semaphores;

/// The time that a person who types waits for a turn.
pub const MAX_WAIT: Duration = Duration::from_millis(500);

/// The time that a program that downloads everything waits.
pub const LONG_WAIT: Duration = Duration::from_secs(30);

/// The searches of one kind.
#[derive(Debug)]
pub struct Turns {
    places: Arc<Semaphore>,
    users: Semaphores<Uuid>,
    patience: Duration,
}

/// The right to search, until it is dropped. The search itself holds it, not the caller that waits
/// for it: a search continues for a while when its user has gone away.
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _user: OwnedSemaphorePermit,
}

/// The reason that there is no turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Busy {
    /// The user's own search is still running.
    Own,
    /// Others' searches are running in all places.
    All,
}

impl Turns {
    /// Allows `places` concurrent searches. A search whose user has gone away ends within a page, so
    /// a turn may come soon: callers wait for it for `patience`.
    pub fn new(places: NonZeroU32, patience: Duration) -> Self {
        let places = usize::try_from(places.get()).unwrap_or(usize::MAX);
        Self {
            places: Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS))),
            users: Semaphores::new(1),
            patience,
        }
    }

    /// Takes the user's turn, and waits a moment for it.
    ///
    /// # Errors
    /// The turn did not come.
    pub async fn take(&self, user: Uuid) -> Result<Arc<Turn>, Busy> {
        self.take_within(self.patience, user).await
    }

    /// Takes the user's turn, and waits for it for `patience`.
    ///
    /// # Errors
    /// The turn did not come.
    pub async fn take_within(&self, patience: Duration, user: Uuid) -> Result<Arc<Turn>, Busy> {
        let own = timeout(patience, self.users.of(user).acquire_owned()).await;
        let Ok(Ok(own)) = own else {
            return Err(Busy::Own);
        };
        let place = timeout(patience, self.places.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            return Err(Busy::All);
        };
        Ok(Arc::new(Turn { _place: place, _user: own }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(places: u32, patience: Duration) -> Turns {
        Turns::new(NonZeroU32::new(places).unwrap(), patience)
    }

    #[tokio::test]
    async fn a_user_has_one_and_all_have_as_many_as_there_are_places() {
        let turns = turns(2, Duration::ZERO);
        let [ada, ben, eve] = [1, 2, 3].map(Uuid::from_u128);
        let first = turns.take(ada).await.unwrap();
        assert_eq!(turns.take(ada).await.unwrap_err(), Busy::Own);
        let second = turns.take(ben).await.unwrap();
        assert_eq!(turns.take(eve).await.unwrap_err(), Busy::All);
        // Nor does a user who is rejected for lack of a slot hold a turn.
        drop(second);
        turns.take(eve).await.unwrap();
        drop(first);
        turns.take(ada).await.unwrap();
    }

    #[tokio::test]
    async fn a_search_that_is_about_to_end_is_waited_for() {
        let turns = turns(1, Duration::from_secs(60));
        let ada = Uuid::from_u128(1);
        let first = turns.take(ada).await.unwrap();
        let ending = async {
            tokio::task::yield_now().await;
            drop(first);
        };
        let (next, ()) = tokio::join!(turns.take(ada), ending);
        next.unwrap();
    }
}
