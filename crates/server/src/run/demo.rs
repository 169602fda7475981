//! The demo: an account that is ready to use, and its banner in the terminal.

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
use platform::config::Config;
use platform::plans::Plan;
use platform::sources::feed::place_of;

/// Public on purpose: the account exists only where `server.demo` is set.
pub const EMAIL: &str = "demo@harken.example";
pub const PASSWORD: &str = "Harken-demo-1";

/// A product, its price, and people who ask: together they appear in one of eleven items of the
/// stand-in forum, so that at its demo's pace the first alert takes seconds.
const KEYWORDS: [&str; 3] = ["anyone", "price", PRODUCT];
/// The product that the demo's feeds are about, too.
const PRODUCT: &str = "Lumenbase";

/// Creates the demo's account and its watches, unless they exist. Safe to call at every start and
/// from many processes.
///
/// # Errors
/// The database failed.
pub async fn prepare(app: &App) -> Result<()> {
    let account = NewAccount {
        email: EMAIL.to_owned(),
        password: PASSWORD.to_owned(),
        first_name: "Demo".to_owned(),
        last_name: "Reader".to_owned(),
        time_zone: "UTC".to_owned(),
    };
    let known = {
        let mut conn = app.conn().await?;
        User::find_by_email(EMAIL, &mut conn).await?
    };
    let made = match known {
        Some(user) => Some(user),
        None => create(app, account).await?,
    };
    // Nothing was created: another process was faster, and creates the watches too.
    let Some(user) = made else { return Ok(()) };
    let mut conn = app.conn().await?;
    let has_some: bool =
        diesel::select(exists(watches::table.filter(watches::user_id.eq(user.id))))
            .get_result(&mut conn)
            .await?;
    if !has_some {
        let feeds = follow_feeds(app, user.id, &mut conn).await?;
        let rows = KEYWORDS.map(|keyword| {
            let mut watch = watch(app, user.id, keyword);
            if keyword == PRODUCT {
                watch.subreddits.extend_from_slice(&feeds);
            }
            watch
        });
        diesel::insert_into(watches::table).values(rows.as_slice()).execute(&mut conn).await?;
    }
    Ok(())
}

/// Creates the account, which is not an administrator: its password is public.
async fn create(app: &App, account: NewAccount) -> Result<Option<User>> {
    let user = verified_user(app, &app.passwords, account, Plan::Free).await?;
    let mut conn = app.conn().await?;
    Ok(insert(&user, &mut conn).await?.then_some(user))
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
        ..Watch::new(user_id, app.clock.now())
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
         Demo login    {EMAIL}\n    \
         Password      {PASSWORD}\n"
    );
    if mailbox_dir(config).is_some() {
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "    Demo mailbox  {address}/demo/mailbox");
    }
    lines.push_str("\n  Press Ctrl-C to stop.\n");
    lines
}
