//! Tests of the reader of feeds from outside.

mod documents;
mod hostile;
mod opml;
mod recorded;
