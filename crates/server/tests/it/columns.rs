//! The enums of columns, compared with what the migrated database allows in those columns.

use std::collections::{BTreeMap, BTreeSet};

use db::models::api_key::Scope;
use db::models::attempt::AttemptOutcome;
use db::models::audit_entry::Act;
use db::models::channel::Channel;
use db::models::digest::Cause;
use db::models::email_token::Purpose;
use db::models::endpoint::EndpointChannel;
use db::models::gap_change::GapState;
use db::models::instance_settings::RegistrationMode;
use db::models::item::ItemKind;
use db::models::mail_bounce::BounceKind;
use db::models::mail_request::Wanted;
use db::models::mute::MuteKind;
use db::models::notification::NotificationStatus;
use db::models::place::PlaceState;
use db::models::sequence::SequenceSource;
use db::models::subreddit_check::SubredditCheck;
use db::models::subscription::Plan;
use db::models::user::{EmailFrequency, MailReport, Theme};
use db::models::watch::WatchMode;
use db::models::{insight_job, outbox, subreddit_check, subscription};
use deliver::outbox::claim::{claim, next_due};
use deliver::outbox::lane::Lane;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use platform::sources::reddit::Priority;

use crate::support::app::TestApp;
use crate::support::matches::Match;

/// Runs `$body` with each enum of a column as `$of`.
macro_rules! for_each_enum {
    ($of:ident => $body:block) => {
        for_each_enum!(@ $of $body
            Act, AttemptOutcome, BounceKind, Cause, Channel, EmailFrequency, EndpointChannel, GapState, ItemKind, MailReport, MuteKind,
            NotificationStatus, PlaceState, Plan, Priority, Purpose, RegistrationMode, Scope, SequenceSource, Theme, Wanted, WatchMode,
            insight_job::Status, outbox::Kind, outbox::Status,
            subreddit_check::Reason, subscription::Period, subscription::Status,
        );
    };
    (@ $of:ident $body:block $($name:ty,)+) => {
        $({
            type $of = $name;
            $body
        })+
    };
}

/// A column without a constraint: no other word was ever written.
const UNCHECKED: [&str; 1] = ["users.subscription_status"];
/// A column with fewer words than its enum: only Pro is sold.
const NARROWER: [(&str, &str); 1] = [("subscriptions.plan", "pro")];

/// Columns that hold a single word, the payment provider's name.
const CONSTANT: [&str; 3] =
    ["billing_customers.provider", "provider_cursors.provider", "provider_events.provider"];

/// Returns the words that a constraint allows in a column of text or lists of texts, by column.
async fn checked(app: &TestApp) -> BTreeMap<String, BTreeSet<String>> {
    let checked = "SELECT place, words FROM (
             SELECT t.relname || '.' || a.attname AS place, ARRAY(
                 SELECT quoted[1] FROM regexp_matches(
                     pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') AS quoted) AS words
             FROM pg_constraint c
             JOIN pg_class t ON t.oid = c.conrelid
             JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
             WHERE c.contype = 'c' AND cardinality(c.conkey) = 1 AND NOT t.relispartition
                AND a.atttypid IN ('text'::regtype, 'text[]'::regtype) AND t.relnamespace = 'public'::regnamespace
                AND t.relname !~ '_[0-9]{4}(_[0-9]{2}){2,3}$'
         ) AS found WHERE cardinality(words) > 0";
    app.rows(checked).await.into_iter().collect()
}

#[tokio::test]
async fn every_column_that_is_checked_for_words_has_an_enum_with_these_words() {
    let app = TestApp::init().await;
    let mut typed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for_each_enum!(Of => {
        let words: BTreeSet<String> = Of::ALL.iter().map(ToString::to_string).collect();
        for column in Of::COLUMNS {
            assert!(typed.insert((*column).to_owned(), words.clone()).is_none(), "{column} twice");
        }
    });
    for (column, word) in NARROWER {
        let words = typed.get_mut(column).unwrap();
        assert!(words.contains(word));
        words.retain(|known| known == word);
    }
    for column in UNCHECKED {
        assert!(typed.remove(column).is_some(), "{column}");
    }
    let mut checked = checked(&app).await;
    for column in CONSTANT {
        assert_eq!(checked.remove(column).map(|words| words.len()), Some(1), "{column}");
    }
    assert_eq!(typed, checked);
}

/// Returns the error as it is logged, including its causes.
fn in_full(error: diesel::result::Error) -> String {
    format!("{:#}", anyhow::Error::from(error))
}

#[tokio::test]
async fn a_word_is_stored_and_read_as_it_is_and_an_unknown_one_is_an_error() {
    let app = TestApp::init().await;
    let mut conn = app.conn().await.unwrap();
    for_each_enum!(Of => {
        for known in Of::ALL {
            let read: Of = diesel::select(known.into_sql::<Text>())
                .get_result(&mut conn)
                .await
                .unwrap();
            assert_eq!(read, *known);
            assert_eq!(known.as_str().parse::<Of>(), Ok(read));
        }
        let read = diesel::select(sql::<Text>("'fax'")).get_result::<Of>(&mut conn).await;
        let columns = Of::COLUMNS.join(" or ");
        let expected = format!("{columns} holds 'fax', which this version of Harken does not know");
        let error = in_full(read.unwrap_err());
        assert!(error.contains(&expected), "{error}");
    });
}

#[tokio::test]
async fn rows_of_a_newer_version_are_errors_that_name_what_is_unknown_and_wait_for_it() {
    let app = TestApp::init().await;
    let user = app.new_user("reader@example.com").await.user;
    let id = app.notify_by_mail(user.id, Match::of("rust")).await;
    let unknown = "channel holds 'fax', which this version of Harken does not know";
    for statement in [
        "ALTER TABLE outbox DROP CONSTRAINT outbox_channel_check",
        "ALTER TABLE outbox DROP CONSTRAINT outbox_endpoint_check",
        "UPDATE outbox SET channel = 'fax'",
        "ALTER TABLE subreddit_checks DROP CONSTRAINT subreddit_checks_reason_check",
        "INSERT INTO subreddit_checks (name, display, found, expires_at, reason)
         VALUES ('tea', 'Tea', false, now() + interval '1 day', 'sold'),
                ('cups', 'Cups', true, now() + interval '1 day', NULL)",
    ] {
        app.sql(statement).await;
    }
    let mut conn = app.conn().await.unwrap();
    let now = app.clock.now();
    let read = db::schema::outbox::table
        .find(id)
        .select(outbox::OutboxRow::as_select())
        .first(&mut conn)
        .await;
    let error = in_full(read.unwrap_err());
    assert!(error.contains(&format!("outbox.{unknown}")), "{error}");
    let lease = chrono::Duration::minutes(1);
    // The row waits for the version that knows the word, and blocks nothing. So does one of another kind.
    app.sql("ALTER TABLE outbox DROP CONSTRAINT outbox_kind_known").await;
    let newer = app.notify_by_mail(user.id, Match::of("rust")).await;
    app.sql(&format!("UPDATE outbox SET kind = 'postcard' WHERE id = '{newer}'")).await;
    let next = app.notify_by_mail(user.id, Match::of("rust")).await;
    let claimed = claim(Lane::Mail, 10, &[], lease, now, &mut conn).await.unwrap();
    let ids: Vec<_> = claimed.iter().map(|row| row.id).collect();
    assert_eq!(ids, [next]);
    app.sql(&format!("DELETE FROM outbox WHERE id = '{next}'")).await;
    assert_eq!(next_due(Lane::Mail, chrono::DateTime::UNIX_EPOCH, &mut conn).await.unwrap(), None);

    let then = chrono::DateTime::UNIX_EPOCH;
    let cups = SubredditCheck::find("cups", then, &mut conn).await.unwrap();
    assert_eq!(cups.unwrap().reason, None);
    let tea = SubredditCheck::find("tea", then, &mut conn).await;
    let error = in_full(tea.unwrap_err());
    assert!(error.contains("subreddit_checks.reason holds 'sold', which"), "{error}");
}
