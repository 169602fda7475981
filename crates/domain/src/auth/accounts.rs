//! Creates and deletes accounts.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::Error::RollbackTransaction;
use diesel_async::{AsyncConnection, RunQueryDsl};
use uuid::Uuid;

use super::passwords::Passwords;
use db::error::Result;
use db::models::audit_entry::{Act, AuditEntry, Details};
use db::models::billing_customer::Customer;
use db::models::invitation::Invitation;
use db::models::mail_request::MailRequest;
use db::models::notification::Notification;
use db::models::registration::Registration;
use db::models::subscription::Status;
use db::models::user::{DEFAULT_BURST_LIMIT, EmailFrequency, Theme, User};
use db::schema::users;
use db::{Conn, allow_long_statements};
use foundation::net::mail_address::stored_forms;
use foundation::secrets::hash_token;
use platform::context::Context;
use platform::plans::Plan;

/// The parts of a new account, which were checked before.
#[derive(Debug, Clone)]
pub struct NewAccount {
    pub email: String,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
    /// An IANA name.
    pub time_zone: String,
}

/// The outcome of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registered {
    /// An email was requested.
    Asked,
    /// The invitation cannot be used. Nothing was done.
    Uninvited,
    /// The limit on accounts is reached. Nothing was done.
    Full { limit: u32 },
}

/// Registers, and requests the email: a link, or for the owner of a known address a note that
/// somebody tried. The caller cannot learn which of the two it was, not even from the time it took:
/// the password is hashed and the request recorded either way. The chosen values belong to the
/// emailed link: if the address was registered before, by whomever, nothing of that registration
/// changes unless the link is used, where the password is chosen again.
///
/// An invitation's token is used up in the same transaction, whether or not the address was known.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn register(
    context: &Context,
    passwords: &Passwords,
    account: NewAccount,
    invitation: Option<&str>,
) -> Result<Registered> {
    let user = new_user(context, passwords, account).await?;
    let max = context.settings.limits().accounts.value;
    let mut conn = context.conn().await?;
    let registered = conn.transaction::<_, diesel::result::Error, _>(async move |conn| {
        if let Some(limit) = max
            && is_full(limit, conn).await?
        {
            return Ok(Registered::Full { limit });
        }
        insert(&user, conn).await?;
        if let Some(token) = invitation {
            let hash = hash_token(token);
            if !Invitation::spend(&hash, &user.email, user.created_at, conn).await? {
                return Err(RollbackTransaction);
            }
        }
        MailRequest::note_registration(&user.email, Registration::of(&user), conn).await?;
        Ok(Registered::Asked)
    });
    match registered.await {
        Err(RollbackTransaction) => Ok(Registered::Uninvited),
        registered => Ok(registered?),
    }
}

/// Returns true if there are `limit` accounts, and blocks other registrations until the transaction
/// ends.
async fn is_full(limit: u32, conn: &mut Conn) -> QueryResult<bool> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.number_of_accounts'))")
        .execute(conn)
        .await?;
    // Up to the limit, and no further.
    let last = users::table.select(users::id).offset(i64::from(limit).saturating_sub(1)).limit(1);
    let last: Option<Uuid> = last.get_result(conn).await.optional()?;
    Ok(last.is_some())
}

/// Creates an account that can sign in at once, for the command line. Returns `None` if the address has
/// an account.
///
/// # Errors
/// The database failed, or the password could not be hashed.
pub async fn create_verified_user(
    context: &Context,
    passwords: &Passwords,
    account: NewAccount,
    plan: Plan,
) -> Result<Option<User>> {
    let user = verified_user(context, passwords, account, plan).await?;
    let mut conn = context.conn().await?;
    let stored =
        conn.transaction(async move |conn| insert_for_operator(user, None, conn).await).await?;
    Ok(stored)
}

/// Stores an account that whoever runs the server creates, with its entry in the audit log: `actor` is the
/// administrator, or `None` for the command line. The account is an administrator if there is none yet. Returns
/// `None` if the address has an account. Must be called inside a transaction.
///
/// # Errors
/// The database failed.
pub async fn insert_for_operator(
    user: User,
    actor: Option<Uuid>,
    conn: &mut Conn,
) -> QueryResult<Option<User>> {
    // Of two that are created at once only one is the first.
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtext('harken.first_account'))")
        .execute(conn)
        .await?;
    let user = User { is_administrator: !User::has_administrator(conn).await?, ..user };
    if !insert(&user, conn).await? {
        return Ok(None);
    }
    let details = Details {
        plan: Some(user.plan),
        is_administrator: Some(user.is_administrator),
        ..Details::default()
    };
    AuditEntry::new(Act::AccountAdded, user.created_at)
        .by(actor)
        .about(user.id)
        .with(details)
        .write(conn)
        .await?;
    Ok(Some(user))
}

/// Creates the row of an account that can sign in at once, to be [stored](insert).
///
/// # Errors
/// The password could not be hashed.
pub async fn verified_user(
    context: &Context,
    passwords: &Passwords,
    account: NewAccount,
    plan: Plan,
) -> Result<User> {
    let user = new_user(context, passwords, account).await?;
    Ok(User { email_verified_at: Some(user.created_at), plan, ..user })
}

async fn new_user(context: &Context, passwords: &Passwords, account: NewAccount) -> Result<User> {
    let password_hash = passwords.hash(account.password).await?;
    let now = context.clock.now();
    Ok(User {
        id: Uuid::now_v7(),
        email: account.email,
        password_hash,
        first_name: account.first_name,
        last_name: account.last_name,
        email_verified_at: None,
        plan: Plan::Free,
        subscription_status: Status::Active,
        // If no email is sent, nobody should believe that it is.
        email_notifications: context.config.mail.is_sent(),
        email_frequency: EmailFrequency::Realtime,
        theme: Theme::System,
        time_zone: account.time_zone,
        created_at: now,
        updated_at: now,
        quiet_from: None,
        quiet_until: None,
        burst_limit: DEFAULT_BURST_LIMIT,
        snoozed_until: None,
        mail_refused_at: None,
        mail_refused_reason: None,
        feed_version: 1,
        password_version: 1,
        first_steps: true,
        is_administrator: false,
        suspended_at: None,
        mail_refused_kind: None,
        sets_aside: false,
    })
}

/// Deletes an account and everything that refers to it: watches, sessions, links and settings; `ingest/retention/purge.rs`
/// deletes the rest. If a password's hash is given, deletes only if the account still has it. Returns true if the
/// account existed. Must be called inside a transaction.
///
/// # Errors
/// The database failed.
pub async fn delete(
    id: Uuid,
    password_hash: Option<&str>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<bool> {
    allow_long_statements(conn).await?;
    Customer::leave(id, now, conn).await?;
    let mut account = diesel::delete(users::table).filter(users::id.eq(id)).into_boxed();
    if let Some(hash) = password_hash {
        account = account.filter(users::password_hash.eq(hash));
    }
    if account.execute(conn).await? == 0 {
        return Ok(false);
    }
    Notification::announce(&[id], conn).await?;
    Ok(true)
}

/// Returns true if the user was stored, and false if the address, in any form, has an account.
///
/// # Errors
/// The database failed.
pub async fn insert(user: &User, conn: &mut Conn) -> QueryResult<bool> {
    // An earlier version may have stored the address in another form. Whether this asks depends on the
    // address alone, so that its time says nothing about accounts.
    let [_, other] = stored_forms(&user.email);
    if other != user.email && User::find_by_email(&other, conn).await?.is_some() {
        return Ok(false);
    }
    let stored = diesel::insert_into(users::table)
        .values(user)
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(stored == 1)
}
