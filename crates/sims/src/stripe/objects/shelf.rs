//! A collection of objects of one kind, in the order in which they were made.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::stripe::error::ApiError;

/// Something with an id.
pub(crate) trait Object {
    /// The name of the kind in errors.
    const NAME: &'static str;

    fn id(&self) -> &str;

    /// Returns the object as it is on the wire.
    fn json(&self) -> Value;
}

/// Objects of one kind.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Shelf<T>(Vec<T>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Object> Shelf<T> {
    pub(crate) fn add(&mut self, object: T) {
        self.0.push(object);
    }

    pub(crate) fn find(&self, id: &str) -> Option<&T> {
        self.0.iter().find(|object| object.id() == id)
    }

    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut T> {
        self.0.iter_mut().find(|object| object.id() == id)
    }

    /// Returns the object that `param` names.
    pub(crate) fn require(&self, id: &str, param: &str) -> Result<&T, ApiError> {
        self.find(id).ok_or_else(|| ApiError::no_such(T::NAME, id, param))
    }

    /// Returns all objects, oldest first.
    pub(crate) fn all(&self) -> &[T] {
        &self.0
    }

    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &T> {
        self.0.iter().rev()
    }
}
