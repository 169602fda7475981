//! Failures on demand, which wait for a request that they are meant for.

/// A way to fail, to be served a number of times.
pub trait Fault: Clone {
    /// The value that a fault is chosen by, such as the path of a request.
    type Occasion<'a>: ?Sized;

    /// Returns true if the fault is meant for `occasion`.
    fn fits(&self, occasion: &Self::Occasion<'_>) -> bool;

    /// Returns how many more times the fault is to be served.
    fn times(&mut self) -> &mut u32;
}

/// Returns 1, for `#[serde(default = "once")]`: a fault is served once unless more is asked for.
pub fn once() -> u32 {
    1
}

/// Faults that are waiting to be served, in the order in which they were queued.
#[derive(Debug)]
pub struct Faults<F>(Vec<F>);

impl<F> Default for Faults<F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<F: Fault> Faults<F> {
    /// Queues a fault behind those already waiting.
    pub fn push(&mut self, fault: F) {
        self.0.push(fault);
    }

    /// Discards all faults.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the faults that are still to be served.
    pub fn waiting(&self) -> &[F] {
        &self.0
    }

    /// Returns the first fault that is meant for `occasion`, if any, and counts it as served once.
    pub fn take(&mut self, occasion: &F::Occasion<'_>) -> Option<F> {
        let index = self.0.iter().position(|fault| fault.fits(occasion))?;
        let taken = self.0[index].clone();
        let times = self.0[index].times();
        *times = times.saturating_sub(1);
        if *times == 0 {
            self.0.remove(index);
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    struct Prefix(&'static str, u32);

    impl Fault for Prefix {
        type Occasion<'a> = str;

        fn fits(&self, occasion: &str) -> bool {
            occasion.starts_with(self.0)
        }

        fn times(&mut self) -> &mut u32 {
            &mut self.1
        }
    }

    #[test]
    fn the_first_that_fits_is_served_as_often_as_was_asked() {
        let mut faults = Faults::default();
        faults.push(Prefix("/a", 2));
        faults.push(Prefix("/", 1));
        assert_eq!(faults.take("b"), None);
        assert_eq!(faults.take("/b"), Some(Prefix("/", 1)));
        assert_eq!(faults.take("/a"), Some(Prefix("/a", 2)));
        assert_eq!(faults.waiting(), [Prefix("/a", 1)]);
        assert_eq!(faults.take("/a/b"), Some(Prefix("/a", 1)));
        assert_eq!(faults.take("/a"), None);
        faults.push(Prefix("/a", once()));
        faults.clear();
        assert_eq!(faults.take("/a"), None);
    }
}
