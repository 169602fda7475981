//! The forum as its readers see it.

mod content;
mod faults;
mod limits;
mod listings;
mod pages;
mod shapes;
mod subreddits;
mod support;
