//! The demo: two accounts that are ready to use, and its banner in the terminal.

mod history;

use std::fmt::Write;

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use api::app::App;
use db::Conn;
use db::error::Result;
use db::models::feed::{Feed, NewFeed};
use db::models::user::User;
use db::models::watch::Watch;
use db::schema::watches;
use deliver::delivery::mailbox::mailbox_dir;
use domain::auth::accounts::{NewAccount, insert, verified_user};
use platform::config::{Config, Plans};
use platform::plans::Plan;
use platform::sources::feed::place_of;

/// Public on purpose: the accounts exist only where `server.demo` is set. The first is on Pro and in use for a week;
/// the second is new and on Free.
pub const EMAIL: &str = "demo@harken.example";
pub const FREE_EMAIL: &str = "free@harken.example";
pub const PASSWORD: &str = "Harken-demo-1";

/// Three that do not match often: at the pace of the stand-ins, all together bring an alert or two a minute.
const KEYWORDS: [&str; 3] = ["password manager", "looking for a", PRODUCT];
/// The product that the demo's feeds are about, too.
const PRODUCT: &str = "Lumenbase";

/// Creates the demo's accounts, and the watches of the first with their history, unless they exist. Safe to call at
/// every start and from many processes.
///
/// # Errors
/// The database failed.
pub async fn prepare(app: &App) -> Result<()> {
    account(app, FREE_EMAIL, Plan::Free).await?;
    // Nothing was created: another process was faster, and creates the watches too.
    let Some(user) = account(app, EMAIL, Plan::Pro).await? else { return Ok(()) };
    let mut conn = app.conn().await?;
    let has_some: bool =
        diesel::select(exists(watches::table.filter(watches::user_id.eq(user.id))))
            .get_result(&mut conn)
            .await?;
    if has_some {
        return Ok(());
    }
    let feeds = follow_feeds(app, user.id, &mut conn).await?;
    let rows = KEYWORDS.map(|keyword| {
        let mut watch = watch(app, user.id, keyword);
        if keyword == PRODUCT {
            watch.subreddits.extend_from_slice(&feeds);
        }
        watch
    });
    Watch::insert(&rows, &mut conn).await?;
    drop(conn);
    if let Err(error) = history::add(app, user.id, &rows).await {
        tracing::warn!(error = %format!("{error:#}"), "the demo's account has no history");
    }
    Ok(())
}

/// Returns an account, which is created if it does not exist. It is not an administrator: its password is public.
async fn account(app: &App, email: &str, plan: Plan) -> Result<Option<User>> {
    let known = User::find_by_email(email, &mut *app.conn().await?).await?;
    if known.is_some() {
        return Ok(known);
    }
    let account = NewAccount {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        first_name: "Demo".to_owned(),
        last_name: "Reader".to_owned(),
        time_zone: "UTC".to_owned(),
    };
    let user = verified_user(app, &app.passwords, account, plan).await?;
    // Only the account on Free is new to all this.
    let user = User { first_steps: plan == Plan::Free, ..user };
    Ok(insert(&user, &mut *app.conn().await?).await?.then_some(user))
}

/// Makes the account follow the demo's feeds, and returns their places. Their content is read later.
async fn follow_feeds(app: &App, user_id: Uuid, conn: &mut Conn) -> QueryResult<Vec<String>> {
    let now = app.clock.now();
    let mut places = Vec::new();
    let feeds = &app.config.server.demo_feeds;
    for address in feeds.iter().filter(|_| app.config.feeds.enabled) {
        let new = NewFeed::at(address, place_of(address));
        if let Some(feed) = Feed::begin(&new, now, conn).await? {
            feed.follow(user_id, now, conn).await?;
            places.push(feed.place);
        }
    }
    Ok(places)
}

fn watch(app: &App, user_id: Uuid, keyword: &str) -> Watch {
    Watch {
        keyword: keyword.to_owned(),
        subreddits: std::iter::once("all").chain(app.sites.read()).map(str::to_owned).collect(),
        tags: vec!["demo".to_owned()],
        ..Watch::new(user_id, app.clock.now() - history::LENGTH)
    }
}

/// Returns the text that the terminal shows once the site can be opened, with the link to set it
/// up.
pub fn banner(config: &Config, setup_link: Option<&str>) -> String {
    let address = config.server.public_url.as_str().trim_end_matches('/');
    if !config.server.demo {
        return match setup_link {
            None => format!("Harken is ready at {address}"),
            Some(link) => format!("\n  Harken is ready. Set it up at\n\n    {link}\n"),
        };
    }
    let mut lines = format!(
        "\n  Harken is ready.\n\n    \
         Address       {address}\n    \
         Demo login    {EMAIL}\n"
    );
    // Writing to a string cannot fail.
    if config.server.plans == Plans::On {
        let _ = writeln!(lines, "    Free plan     {FREE_EMAIL}");
    }
    let _ = writeln!(lines, "    Password      {PASSWORD}");
    if mailbox_dir(config).is_some() {
        let _ = writeln!(lines, "    Demo mailbox  {address}/demo/mailbox");
    }
    lines.push_str("\n  Press Ctrl-C to stop.\n");
    lines
}
