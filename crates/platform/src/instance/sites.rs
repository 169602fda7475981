//! The sites beside the first forum that are read: those that the configuration switches on, and of
//! those that it leaves open, those chosen on the setup page. All processes follow the choice
//! (`platform/choices.rs`).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use matcher::Site;
use tokio::sync::watch;

use crate::config::Config;
use db::Conn;
use db::listen::{CHOICES, notify};
use db::schema::chosen_sites;

/// The sites that are read, as this process knows them.
pub struct SitesRead {
    /// Whether each site is read, by place; `None` if the configuration leaves it open.
    configured: Vec<(&'static Site, Option<bool>)>,
    /// Whether the forum or feeds are read as well.
    has_others: bool,
    /// The places chosen on the setup page.
    chosen: watch::Sender<BTreeSet<String>>,
}

impl SitesRead {
    /// Makes the sites of `config`, with none chosen yet.
    pub fn new(config: &Config) -> Self {
        Self {
            configured: vec![
                (&matcher::HACKER_NEWS, config.hacker_news.enabled),
                (&matcher::BLUESKY, config.bluesky.enabled),
                (&matcher::LEMMY, config.lemmy.enabled),
            ],
            has_others: config.forum.is_configured() || config.feeds.enabled,
            chosen: watch::Sender::default(),
        }
    }

    /// Returns the places of the sites that are read.
    pub fn read(&self) -> impl Iterator<Item = &'static str> {
        let chosen = self.chosen.borrow();
        let read = self
            .configured
            .iter()
            .filter(|(site, is_on)| is_on.unwrap_or_else(|| chosen.contains(site.place)));
        let places: Vec<&'static str> = read.map(|(site, _)| site.place).collect();
        places.into_iter()
    }

    /// Returns whether neither a site nor the forum nor feeds are read.
    pub fn is_nothing_read(&self) -> bool {
        !self.has_others && self.read().next().is_none()
    }

    /// Returns whether the site that `place` is or lies in is read.
    pub fn has(&self, place: &str) -> bool {
        Site::of(place).is_some_and(|site| self.read().any(|read| read == site.place))
    }

    /// Returns the sites that the configuration leaves open.
    pub fn open(&self) -> impl Iterator<Item = &'static Site> {
        let open = self.configured.iter().filter(|(_, is_on)| is_on.is_none());
        open.map(|(site, _)| *site)
    }

    /// Waits until the site is read, or until it is no longer read.
    pub async fn until(&self, place: &str, is_read: bool) {
        let mut chosen = self.chosen.subscribe();
        while self.has(place) != is_read {
            if chosen.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Loads the choice.
    ///
    /// # Errors
    /// The database failed.
    pub async fn look(&self, conn: &mut Conn) -> QueryResult<()> {
        let places: Vec<String> =
            chosen_sites::table.select(chosen_sites::place).load(conn).await?;
        let places = places.into_iter().collect();
        self.chosen.send_if_modified(|chosen| std::mem::replace(chosen, places) != *chosen);
        Ok(())
    }
}

/// Chooses sites, in the caller's transaction.
///
/// # Errors
/// The database failed.
pub async fn choose(places: &[&str], now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<()> {
    let rows: Vec<_> = places
        .iter()
        .map(|place| (chosen_sites::place.eq(*place), chosen_sites::chosen_at.eq(now)))
        .collect();
    diesel::insert_into(chosen_sites::table)
        .values(&rows)
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    notify(CHOICES, "", conn).await
}
