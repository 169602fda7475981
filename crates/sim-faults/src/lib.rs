//! Failures on demand, which the stand-ins for outside services have in common: faults wait in a
//! queue until a request comes that they are meant for, and are asked for over HTTP. [`Server`] serves
//! those that no ordinary server would do.
#![deny(missing_docs)]

mod http;
mod server;

pub use http::routes;
pub use server::{Cut, Server};

/// A way to fail, to be served so many times.
pub trait Fault: Clone {
    /// What a fault is chosen by, such as the path of a request.
    type Occasion<'a>: ?Sized;

    /// Whether it is meant for `occasion`.
    fn fits(&self, occasion: &Self::Occasion<'_>) -> bool;

    /// How often it is still to be served.
    fn times(&mut self) -> &mut u32;
}

/// For `#[serde(default = "once")]`: a fault is served once unless more is asked for.
pub fn once() -> u32 {
    1
}

/// Reads the fault that is a status (400 to 599), which is the last of the names that a fault can have.
///
/// # Errors
/// There is no fault of this name.
pub fn status(name: &str) -> Result<u16, String> {
    match name.parse() {
        Ok(status @ 400..=599) => Ok(status),
        _ => Err(format!("there is no fault {name}")),
    }
}

/// Faults that wait to be served, in the order in which they were asked for.
#[derive(Debug)]
pub struct Faults<F>(Vec<F>);

impl<F> Default for Faults<F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<F: Fault> Faults<F> {
    /// Adds one behind those that wait.
    pub fn push(&mut self, fault: F) {
        self.0.push(fault);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Those that are still to be served.
    pub fn waiting(&self) -> &[F] {
        &self.0
    }

    /// The first fault that is meant for `occasion`, if one waits; it is used up by one.
    pub fn take(&mut self, occasion: &F::Occasion<'_>) -> Option<F> {
        let place = self.0.iter().position(|fault| fault.fits(occasion))?;
        let taken = self.0[place].clone();
        let times = self.0[place].times();
        *times = times.saturating_sub(1);
        if *times == 0 {
            self.0.remove(place);
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
