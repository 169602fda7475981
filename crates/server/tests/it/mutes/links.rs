//! The signed links in alerts, through the real router.

use axum::http::Request;
use db::schema::watches;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::auth::action_token::{Action, ActionLink};

use super::{mute, of_watch, titles, watch};
use crate::support::prelude::*;

/// A user with an alert of a watch, and a client without a session.
struct Alerted {
    app: TestApp,
    anon: Client,
    ada: SignedIn,
    watch: Uuid,
    notification: Uuid,
}

impl Alerted {
    async fn init() -> Self {
        Self::init_with(&[]).await
    }

    async fn init_with(settings: &[&str]) -> Self {
        let (test, anon, ada) = TestApp::init_with(settings).await.with_user().await;
        let watch = watch(&ada, "rust").await;
        let notification = test.notify(ada.user.id, Match::of("rust")).await.id;
        of_watch(&test, notification, watch).await;
        Self { app: test, anon, ada, watch, notification }
    }

    fn path(&self, action: Action) -> String {
        let now = self.ada.user.created_at;
        let link = ActionLink::page(&self.ada.user, self.watch, self.notification, now).to(action);
        format!("/api/alerts/{}", link.token(&self.app.secrets))
    }

    /// Sends a form without cookies or a session.
    async fn form(&self, action: Action, form: &str) -> Answer {
        post_form(&self.anon, &self.path(action), form).await
    }

    async fn mutes(&self) -> Vec<Value> {
        let list = self.ada.get("/api/mutes").await.json;
        list["mutes"].as_array().unwrap().clone()
    }

    async fn status(&self) -> String {
        let list = self.ada.get("/api/notifications").await.json;
        list["notifications"][0]["status"].as_str().unwrap().to_owned()
    }

    async fn snoozed_until(&self) -> Option<DateTime<Utc>> {
        let mut conn = self.app.conn().await.unwrap();
        let watch = watches::table.find(self.watch);
        watch.select(watches::snoozed_until).first(&mut conn).await.unwrap()
    }

    /// Returns everything that a link could change.
    async fn state(&self) -> String {
        let lists = ["/api/mutes", "/api/notifications", "/api/keywords"];
        let mut all = format!("{:?}", self.snoozed_until().await);
        for list in lists {
            all += &self.ada.get(list).await.text;
        }
        all
    }
}

async fn post_form(client: &Client, path: &str, form: &str) -> Answer {
    let request = Request::post(path)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(form.to_owned()))
        .unwrap();
    client.send_raw(request).await
}

#[tokio::test]
async fn looking_at_a_link_changes_nothing() {
    let alerted = Alerted::init().await;
    let before = alerted.state().await;
    for action in Action::ALL {
        let page = alerted.anon.get(&alerted.path(action)).await;
        assert_eq!(page.status, 200, "{action:?}");
        assert!(page.text.contains("<form method=\"post\">"), "{action:?}");
        assert!(page.text.contains("rust is asked about"), "{action:?}");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(page.headers["referrer-policy"], "no-referrer");
        assert!(!page.headers.contains_key("set-cookie"));
        assert!(!page.text.contains("<script"));
        let head = Request::head(alerted.path(action)).body(Body::empty());
        assert_eq!(alerted.anon.send_raw(head.unwrap()).await.status, 200);
    }
    assert_eq!(alerted.state().await, before);
    let offers = alerted.anon.get(&alerted.path(Action::Page)).await.text;
    for offer in ["This thread", "u/somebody", "r/rust", "For good", "A week", "Not relevant"] {
        assert!(offers.contains(offer), "{offer}");
    }
}

#[tokio::test]
async fn links_of_a_suspended_account_do_nothing_until_it_is_back() {
    let alerted = Alerted::init().await;
    let before = alerted.state().await;
    alerted.app.sql("UPDATE users SET suspended_at = now()").await;
    for action in Action::ALL {
        let path = alerted.path(action);
        for answer in [
            alerted.anon.get(&path).await,
            post_form(&alerted.anon, &path, "").await,
            post_form(&alerted.anon, &path, "do=mute&what=author&where=all&for=good").await,
            post_form(&alerted.anon, &path, "do=off").await,
        ] {
            assert_eq!(answer.status, 403, "{action:?}");
            assert!(answer.text.contains("This account is suspended"), "{}", answer.text);
        }
    }
    alerted.app.sql("UPDATE users SET suspended_at = NULL").await;
    assert_eq!(alerted.state().await, before);
    assert_eq!(alerted.form(Action::NotRelevant, "").await.status, 204);
}

#[tokio::test]
async fn a_link_with_any_byte_changed_is_none() {
    let alerted = Alerted::init().await;
    let before = alerted.state().await;
    let path = alerted.path(Action::NotRelevant);
    let begin = "/api/alerts/".len();
    for at in begin..path.len() {
        let other = if path.as_bytes()[at] == b'A' { "B" } else { "A" };
        let mut changed = path.clone();
        changed.replace_range(at..=at, other);
        let answer = post_form(&alerted.anon, &changed, "").await;
        assert_eq!(answer.status, 404, "{at}");
        assert!(answer.text.contains("This link does not work"));
    }
    let cut = &path[..path.len() - 1];
    let unsubscribe = alerted.app.secrets.unsubscribe_token(alerted.ada.user.id);
    for path in [cut, &format!("{path}A"), &format!("/api/alerts/{unsubscribe}")] {
        for answer in
            [alerted.anon.get(path).await, post_form(&alerted.anon, path, "do=not-relevant").await]
        {
            assert_eq!(answer.status, 404, "{path}");
        }
    }
    assert_eq!(alerted.state().await, before);
}

#[tokio::test]
async fn everything_the_page_offers_can_be_muted_and_undone() {
    let alerted = Alerted::init().await;
    for (form, kind, value, everywhere, for_good, says) in [
        ("what=author&where=watch&for=day", "author", "somebody", false, false, "u/somebody"),
        ("what=subreddit&where=all&for=good", "subreddit", "rust", true, true, "r/rust"),
        ("what=thread&where=all&for=day", "thread", "", true, false, "This thread"),
    ] {
        let form = format!("do=mute&{form}");
        for _ in 0..2 {
            let done = alerted.form(Action::Page, &form).await;
            assert_eq!(done.status, 200, "{form}");
            assert!(done.text.contains(&format!("{says} is muted")), "{}", done.text);
            assert!(done.text.contains("Undo"));
        }
        let mutes = alerted.mutes().await;
        assert_eq!(mutes.len(), 1, "{form}");
        assert_eq!(mutes[0]["kind"], kind);
        assert!(value.is_empty() || mutes[0]["value"] == value, "{mutes:?}");
        let watch = if everywhere { json!(null) } else { json!(alerted.watch) };
        assert_eq!(mutes[0]["watchId"], watch, "{form}");
        assert_eq!(mutes[0]["until"].is_null(), for_good, "{form}");
        for _ in 0..2 {
            let undone = alerted.form(Action::Page, &format!("undo=1&{form}")).await.expect(200);
            assert!(undone.text.contains("is no longer muted"), "{}", undone.text);
        }
        assert!(alerted.mutes().await.is_empty(), "{form}");
    }
}

#[tokio::test]
async fn what_was_written_on_another_site_is_muted_by_its_names_there() {
    let (app, anon, ada) = TestApp::init().await.with_user().await;
    let watch = watch(&ada, "rust").await;
    let matched = Match::of("rust").in_subreddit("news.ycombinator.com");
    let notification = app.notify(ada.user.id, matched).await.id;
    of_watch(&app, notification, watch).await;
    let alerted = Alerted { app, anon, ada, watch, notification };
    let page = alerted.anon.get(&alerted.path(Action::Page)).await.text;
    for (what, offer, says) in [
        ("author", "Everything by somebody", "somebody"),
        ("subreddit", "Everything on Hacker News", "Hacker News"),
    ] {
        assert!(page.contains(offer), "{page}");
        let form = format!("do=mute&what={what}&where=all&for=good");
        let done = alerted.form(Action::Page, &form).await.text;
        let said = format!("<p>{says} is muted for good");
        assert!(done.contains(&said), "{done}");
        let undone = alerted.form(Action::Page, &format!("undo=1&{form}")).await;
        let said = format!("<p>{says} is no longer muted");
        assert!(undone.text.contains(&said), "{}", undone.text);
    }
}

#[tokio::test]
async fn the_undo_button_of_the_page_takes_the_cleaning_up_back() {
    let alerted = Alerted::init().await;
    let form = "do=mute&what=author&where=all&for=good&clean-up=1";
    let done = alerted.form(Action::Page, form).await;
    assert!(done.text.contains("1 alert deleted from your notifications"), "{}", done.text);
    assert!(titles(&alerted.ada).await.is_empty());
    // As the page's own form sends it: its hidden fields and nothing else.
    let fields = done.text.split("<input type=\"hidden\"").skip(1).map(|input| {
        let attribute = |name: &str| {
            let (_, rest) = input.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.to_owned()
        };
        (attribute("name"), attribute("value"))
    });
    let form: String =
        url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    // The alert itself has been deleted by now, and the link still applies to it.
    let undone = alerted.form(Action::Page, &form).await;
    assert!(undone.text.contains("1 alert restored"), "{form}: {}", undone.text);
    assert_eq!(titles(&alerted.ada).await.len(), 1);
    assert!(alerted.mutes().await.is_empty());
}

#[tokio::test]
async fn a_snooze_ends_when_it_says_in_the_users_time() {
    let alerted = Alerted::init().await;
    alerted.app.sql("UPDATE users SET time_zone = 'Asia/Tokyo'").await;
    let now = alerted.app.clock.now();
    for (form, end) in [
        ("hour", Some(now + TimeDelta::hours(1))),
        ("week", Some(now + TimeDelta::days(7))),
        ("tomorrow", None),
    ] {
        let done = alerted.form(Action::Page, &format!("do=snooze&for={form}")).await;
        assert!(done.text.contains("is snoozed until"), "{}", done.text);
        let until = alerted.snoozed_until().await.unwrap();
        assert!(end.is_none_or(|end| end == until), "{form}: {until}");
        let in_tokyo = (until + TimeDelta::hours(9)).format("%H:%M").to_string();
        assert!(form != "tomorrow" || in_tokyo == "08:00", "{in_tokyo}");
        assert!(until > now && done.text.contains(&in_tokyo), "{}", done.text);
    }
    let undone = alerted.form(Action::Page, "undo=1&do=snooze&for=week").await;
    assert!(undone.text.contains("no longer snoozed"));
    assert_eq!(alerted.snoozed_until().await, None);
}

#[tokio::test]
async fn one_keyword_is_switched_off_and_on_again_as_the_plan_allows() {
    let alerted = Alerted::init().await;
    let is_active = async || {
        let watch = format!("/api/keywords/{}", alerted.watch);
        alerted.ada.get(&watch).await.json["isActive"].as_bool().unwrap()
    };
    for _ in 0..2 {
        let done = alerted.form(Action::Page, "do=off").await;
        assert!(done.text.contains("is off"), "{}", done.text);
        assert!(!is_active().await);
    }
    let undone = alerted.form(Action::Page, "undo=1&do=off").await;
    assert!(undone.text.contains("is on again"), "{}", undone.text);
    assert!(is_active().await);
    // The plan's three slots are taken by other watches meanwhile.
    assert_eq!(alerted.form(Action::Page, "do=off").await.status, 200);
    for keyword in ["a", "b", "c"] {
        add_watch(&alerted.app, alerted.ada.user.id, keyword, &["all"]).await;
    }
    let full = alerted.form(Action::Page, "undo=1&do=off").await.expect(422);
    assert!(full.text.contains("Your plan has no room"), "{}", full.text);
    assert!(!is_active().await);
}

#[tokio::test]
async fn the_links_of_push_messages_do_their_one_thing_at_an_empty_post() {
    let alerted = Alerted::init().await;
    let before = alerted.state().await;
    for action in Action::ALL.into_iter().filter(|action| *action != Action::Page) {
        for _ in 0..2 {
            let done = alerted.form(action, "").await;
            assert_eq!((done.status, done.text.as_str()), (204, ""), "{action:?}");
        }
        assert_ne!(alerted.state().await, before, "{action:?}");
        let page = alerted.anon.get(&alerted.path(action)).await;
        let field = page.text.split("name=\"do\" value=\"").nth(1).unwrap();
        let name = field.split('"').next().unwrap();
        let rest = match action {
            Action::MuteThreadForADay => "&what=thread&where=watch&for=day",
            Action::SnoozeForAnHour => "&for=hour",
            _ => "",
        };
        let undo = format!("undo=1&do={name}{rest}");
        let undone = alerted.form(action, &undo).await;
        assert!(undone.text.contains("Undone"), "{action:?}: {}", undone.text);
        assert_eq!(alerted.state().await, before, "{action:?}");
    }
    // The link to the page does not name a single action.
    alerted.form(Action::Page, "").await.expect(422);
    assert_eq!(alerted.form(Action::Page, "List-Unsubscribe=One-Click").await.status, 422);
    assert_eq!(alerted.state().await, before);
}

#[tokio::test]
async fn a_link_does_nothing_but_what_it_says() {
    let alerted = Alerted::init().await;
    let before = alerted.state().await;
    for (action, form) in [
        (Action::MarkRead, "do=not-relevant"),
        (Action::MarkRead, "do=mute&what=author&where=all&for=good"),
        (Action::NotRelevant, "do=snooze&for=week"),
        (Action::SnoozeForAnHour, "do=snooze&for=week"),
        (Action::MuteThreadForADay, "do=mute&what=thread&where=all&for=day"),
        (Action::MuteThreadForADay, "do=mute&what=thread&where=watch&for=good"),
        (Action::Page, "do=read"),
        // Any word would apply to any alert.
        (Action::Page, "do=mute&what=word&word=the&where=all&for=good"),
        (Action::Page, "do=mute&what=word&word=rust&where=watch&for=day"),
        (Action::Page, "undo=1&do=mute&what=word&word=rust&where=all&for=day"),
        (Action::Page, "do=mute&what=author&where=all"),
    ] {
        let answer = alerted.form(action, form).await;
        assert_eq!(answer.status, 422, "{action:?} {form}");
        assert!(answer.text.contains("role=\"alert\""));
    }
    assert_eq!(alerted.state().await, before);
}

#[tokio::test]
async fn a_link_is_followed_as_often_as_its_user_may_change_notifications() {
    let alerted = Alerted::init_with(&["limits.notification_changes_per_minute=3"]).await;
    for _ in 0..3 {
        alerted.form(Action::MarkRead, "").await.expect(204);
    }
    let refused = alerted.form(Action::MarkRead, "").await;
    assert_eq!((refused.status, refused.code()), (429, "NOTIFICATION_RATE_LIMIT_EXCEEDED"));
    let path = format!("/api/notifications/{}/read", alerted.notification);
    assert_eq!(alerted.ada.patch(&path).await.status, 429);
    alerted.anon.get(&alerted.path(Action::Page)).await.expect(200);
}

#[tokio::test]
async fn not_relevant_and_read_show_in_the_list() {
    let alerted = Alerted::init().await;
    assert_eq!(alerted.form(Action::MarkRead, "").await.status, 204);
    assert_eq!(alerted.status().await, "read");
    let done = alerted.form(Action::Page, "do=not-relevant").await;
    assert!(done.text.contains("marked as not relevant"));
    assert_eq!(alerted.status().await, "archived");
    let stats = format!("/api/keywords/{}/stats", alerted.watch);
    assert_eq!(alerted.ada.get(&stats).await.json["notRelevant"], 1);
}

#[tokio::test]
async fn a_link_outlives_its_watch_and_its_alert_as_far_as_it_can() {
    let alerted = Alerted::init().await;
    let watch = format!("/api/keywords/{}", alerted.watch);
    assert_eq!(alerted.ada.delete(&watch).await.status, 204);
    let page = alerted.anon.get(&alerted.path(Action::Page)).await.expect(200);
    assert!(page.text.contains("For all my keywords") && !page.text.contains("Snooze"));
    let gone = alerted.form(Action::Page, "do=mute&what=author&where=watch&for=day");
    assert_eq!(gone.await.status, 422);
    assert_eq!(count(&alerted.app, "mutes").await, 0);
}

async fn assert_expired(alerted: &Alerted) {
    let before = alerted.state().await;
    for action in Action::ALL {
        let path = alerted.path(action);
        let answers = [
            alerted.anon.get(&path).await,
            alerted.form(action, "").await,
            alerted.form(action, "do=off").await,
        ];
        for answer in answers {
            assert_eq!(answer.status, 410, "{action:?}");
            assert!(answer.text.contains("This link has expired"));
            assert!(answer.text.contains("/notifications\">Open your alerts"));
            assert!(!answer.text.contains("rust is asked about"));
        }
    }
    assert_eq!(alerted.state().await, before);
}

#[tokio::test]
async fn a_link_expires_after_thirty_days_with_a_page_that_leads_to_the_app() {
    let mut alerted = Alerted::init().await;
    alerted.app.clock.advance(TimeDelta::days(30) - TimeDelta::minutes(1));
    alerted.anon.get(&alerted.path(Action::Page)).await.expect(200);
    alerted.app.clock.advance(TimeDelta::minutes(1));
    alerted.ada.client = alerted.app.sign_in(alerted.ada.user.id).await;
    assert_expired(&alerted).await;
    // The unsubscribe link works as long as the account exists.
    alerted.app.clock.advance(TimeDelta::days(365));
    let token = alerted.app.secrets.unsubscribe_token(alerted.ada.user.id);
    let path = format!("/api/unsubscribe/{token}");
    post_form(&alerted.anon, &path, "List-Unsubscribe=One-Click").await.expect(200);
}

#[tokio::test]
async fn links_in_earlier_alerts_die_with_a_new_password_and_later_ones_work() {
    let mut alerted = Alerted::init().await;
    let asked = json!({"email": alerted.ada.user.email});
    alerted.anon.post("/api/auth/forgot-password", asked).await;
    let email = alerted.ada.user.email.clone();
    let token = alerted.app.reset_token(&email).await.unwrap();
    let body = json!({"token": token, "password": "Another1horse"});
    alerted.anon.post("/api/auth/reset-password", body).await.expect(200);
    alerted.ada.client = alerted.app.sign_in(alerted.ada.user.id).await;
    assert_expired(&alerted).await;
    let unsubscribe = alerted.app.secrets.unsubscribe_token(alerted.ada.user.id);
    alerted.anon.get(&format!("/api/unsubscribe/{unsubscribe}")).await.expect(200);
    alerted.ada.user = alerted.app.user(&email).await.unwrap();
    assert_eq!(alerted.anon.get(&alerted.path(Action::Page)).await.status, 200);
}

#[tokio::test]
async fn a_link_of_a_deleted_account_or_of_mixed_things_is_none() {
    let alerted = Alerted::init().await;
    let bob = alerted.app.new_user("bob@example.com").await;
    let theirs = alerted.app.notify(bob.user.id, Match::of("rust")).await.id;
    // Signed by the server, but still not giving access to another user's data.
    let mixed = Alerted { notification: theirs, ..alerted };
    let form = "do=mute&what=author&where=all&for=day";
    assert_eq!(mixed.form(Action::Page, form).await.status, 422);
    assert_eq!(mixed.form(Action::MarkRead, "").await.status, 422);
    let list = bob.get("/api/notifications").await.json;
    assert_eq!(list["notifications"][0]["status"], "unread");
    mixed.app.sql(&format!("DELETE FROM users WHERE id = '{}'", mixed.ada.user.id)).await;
    assert_eq!(mixed.form(Action::Page, form).await.status, 404);
}

#[tokio::test]
async fn hostile_texts_stay_texts_on_the_page() {
    let alerted = Alerted::init().await;
    let title = "<script>alert(1)</script>\"><img src=x onerror=y> rust";
    let row = alerted
        .app
        .notify(alerted.ada.user.id, Match { title: title.to_owned(), ..Match::of("rust") })
        .await;
    of_watch(&alerted.app, row.id, alerted.watch).await;
    let alerted = Alerted { notification: row.id, ..alerted };
    let thread = "do=mute&what=thread&where=all&for=day";
    for page in [
        alerted.anon.get(&alerted.path(Action::Page)).await,
        alerted.form(Action::Page, thread).await,
    ] {
        assert_eq!(page.status, 200);
        assert!(!page.text.contains("<script") && !page.text.contains("<img"));
    }
    mute(&alerted.ada, json!({"kind": "word", "value": "\"><script>"})).await;
    assert_eq!(alerted.mutes().await.len(), 2);
}
