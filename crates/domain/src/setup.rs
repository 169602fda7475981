//! The first start: whoever has the link that the server shows then creates the account of an administrator and
//! chooses what is read. The link is shown for as long as there is no administrator, or nothing is read and something
//! can be chosen. Nobody can register before anything is set up.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::QueryResult;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::Site;

use crate::auth::accounts::{self, NewAccount};
use crate::auth::passwords::Passwords;
use db::Conn;
use db::error::{Error, Result};
use db::models::user::User;
use db::schema::setup_keys;
use foundation::secrets::{hash_token, random_token};
use platform::context::Context;
use platform::instance::sites::choose;
use platform::plans::Plan;

/// The time for which a link works, unless it is used before.
const LIFE: TimeDelta = TimeDelta::hours(24);

/// The open steps of the setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// Whether there is no administrator yet.
    pub needs_account: bool,
    /// The sites that can be chosen.
    pub sites: Vec<&'static Site>,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Everything was done.
    Done,
    /// The key is unknown, expired or used.
    BadKey,
    /// There is no administrator yet, and the request did not create one.
    AccountMissing,
    /// The address has an account, which is not an administrator.
    AddressTaken,
}

/// Creates a link to the setup page; returns `None` if there is nothing to set up.
///
/// # Errors
/// The database or the system's random source failed.
pub async fn link(context: &Context) -> Result<Option<String>> {
    let mut conn = context.conn().await?;
    let sites = &context.sites;
    let can_choose = sites.open().next().is_some();
    let is_open =
        sites.is_nothing_read() && can_choose || needs_administrator(context, &mut conn).await?;
    if !is_open {
        return Ok(None);
    }
    let token = random_token()?;
    let now = context.clock.now();
    diesel::delete(setup_keys::table.filter(setup_keys::created_at.le(now - LIFE)))
        .execute(&mut conn)
        .await?;
    diesel::insert_into(setup_keys::table)
        .values((setup_keys::token_hash.eq(hash_token(&token)), setup_keys::created_at.eq(now)))
        .execute(&mut conn)
        .await?;
    let page = format!("/setup?key={token}");
    Ok(Some(context.config.server.address_of(&page)))
}

/// Returns the steps that a key can be used for, or `None` if it cannot be used.
///
/// # Errors
/// The database failed.
pub async fn look(context: &Context, key: &str) -> Result<Option<Open>> {
    let mut conn = context.conn().await?;
    let usable = setup_keys::table
        .find(hash_token(key))
        .filter(setup_keys::created_at.gt(context.clock.now() - LIFE));
    let is_usable: bool = diesel::select(exists(usable)).get_result(&mut conn).await?;
    if !is_usable {
        return Ok(None);
    }
    Ok(Some(Open {
        needs_account: needs_administrator(context, &mut conn).await?,
        sites: context.sites.open().collect(),
    }))
}

/// Creates the account of an administrator, if there is none, and chooses sites; the key is used up. Places that
/// cannot be chosen are dropped. The account is verified, on the Pro plan and an administrator: whoever it is runs
/// the server.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn finish(
    context: &Context,
    passwords: &Passwords,
    key: &str,
    places: &[String],
    account: Option<NewAccount>,
) -> Result<Done> {
    // Without a key, no password is hashed.
    let Some(open) = look(context, key).await? else {
        return Ok(Done::BadKey);
    };
    let user = match account.filter(|_| open.needs_account) {
        Some(account) => {
            Some(accounts::verified_user(context, passwords, account, Plan::Pro).await?)
        }
        None => None,
    };
    let sites = open.sites.iter();
    let chosen: Vec<&str> = sites
        .map(|site| site.place)
        .filter(|place| places.iter().any(|wanted| wanted == place))
        .collect();
    let (hash, now) = (hash_token(key), context.clock.now());
    let mut conn = context.conn().await?;
    let done = conn
        .transaction::<_, Error, _>(async move |conn| {
            if !lock_keys(now, conn).await?.contains(&hash) {
                return Ok(Done::BadKey);
            }
            if needs_administrator(context, conn).await? {
                let Some(user) = user else {
                    return Ok(Done::AccountMissing);
                };
                let own = Some(user.id);
                if accounts::insert_for_operator(user, own, conn).await?.is_none() {
                    return Ok(Done::AddressTaken);
                }
            }
            choose(&chosen, now, conn).await?;
            diesel::delete(setup_keys::table).execute(conn).await?;
            Ok(Done::Done)
        })
        .await?;
    // Other processes are notified; this process answers the next call.
    context.sites.look(&mut conn).await?;
    Ok(done)
}

/// Locks all keys, so that of several people one goes first, and returns those that can be used.
async fn lock_keys(now: DateTime<Utc>, conn: &mut Conn) -> QueryResult<Vec<Vec<u8>>> {
    setup_keys::table
        .filter(setup_keys::created_at.gt(now - LIFE))
        .select(setup_keys::token_hash)
        .order(setup_keys::token_hash)
        .for_update()
        .load(conn)
        .await
}

/// Returns whether nobody has set up anything: there is no administrator, and no site is read. Strangers should not
/// come before whoever runs the server; where the configuration names what is read, it was they who did.
///
/// # Errors
/// The database failed.
pub async fn is_untouched(context: &Context) -> Result<bool> {
    Ok(context.sites.is_nothing_read()
        && needs_administrator(context, &mut *context.conn().await?).await?)
}

/// Returns whether nobody can administer this server yet. Nobody needs to administer a demo.
///
/// # Errors
/// The database failed.
async fn needs_administrator(context: &Context, conn: &mut Conn) -> QueryResult<bool> {
    Ok(!context.config.server.demo && !User::has_administrator(conn).await?)
}
