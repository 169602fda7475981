//! Shares one answer among all callers for a while.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// The last answer, and the instant at which it was stored.
pub struct Kept<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Kept<T> {
    /// Returns the last answer if it is younger than `life`, and the result of `ask` otherwise. Of many concurrent
    /// callers only one asks, and the others get its answer. A failure is not kept.
    ///
    /// # Errors
    /// Those of `ask`.
    pub async fn get<E>(
        &self,
        life: Duration,
        ask: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let mut last = self.0.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < life
        {
            return Ok(answer.clone());
        }
        let answer = ask.await?;
        *last = Some((Instant::now(), answer.clone()));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_is_given_again_until_it_is_too_old() {
        let kept = Kept::default();
        let get =
            async |life, answer: Result<u8, &'static str>| kept.get(life, async { answer }).await;
        assert_eq!(get(Duration::MAX, Err("away")).await, Err("away"));
        assert_eq!(get(Duration::MAX, Ok(1)).await, Ok(1));
        assert_eq!(get(Duration::MAX, Ok(2)).await, Ok(1));
        assert_eq!(get(Duration::ZERO, Ok(3)).await, Ok(3));
        assert_eq!(get(Duration::MAX, Ok(4)).await, Ok(3));
    }
}
