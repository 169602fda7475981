//! The stand-ins as their clients see them.

mod feed;
mod forum;
mod hacker_news;
mod jetstream;
mod lemmy;
mod llm;
mod receiver;
mod smtp;
mod stripe;
mod units;
