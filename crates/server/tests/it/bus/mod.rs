//! The bus of wake-ups: the guarantees of every bus, tested with each, and what is specific to NATS.

mod access;
mod durability;
mod faults;
mod program;
mod proof;
mod shards;

use std::future::Future;
use std::time::Duration;

use db::listen::{Heard, NOTIFICATIONS, OUTBOX, notify};
use domain::live::announce_change;
use ingest::store::partitions::Partitions;
use ingest::store::store;
use platform::bus::{Bus, Topic, Wakeups, of_database};
use tokio::sync::mpsc;
use tokio_util::sync::DropGuard;

use crate::support::nats::Nats;
use crate::support::prelude::*;

/// Longer than a wake-up takes on a machine that is not too busy; otherwise the wake-up is repeated.
const MOMENT: Duration = Duration::from_millis(50);

/// A listener that records what it receives as text: "connected" if it may have missed something.
struct Hearer {
    heard: mpsc::UnboundedReceiver<String>,
    _stop: DropGuard,
}

impl Hearer {
    /// Listens to a topic over `bus`, from its first "connected" on.
    async fn of(bus: Arc<dyn Bus>, topic: Topic) -> Self {
        let (said, heard) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let until = stop.clone();
        tokio::spawn(async move {
            let hear = |heard: Heard<'_>| drop(said.send(text(heard)));
            bus.listen(topic, until, &hear).await;
        });
        let mut hearer = Self { heard, _stop: stop.drop_guard() };
        hearer.hears("connected").await;
        hearer
    }

    /// Waits until exactly `expected` is received, skipping anything before.
    async fn hears(&mut self, expected: &str) {
        while self.heard.recv().await.unwrap() != expected {}
    }

    /// Returns what is received within a moment.
    async fn receives_soon(&mut self) -> Option<String> {
        let soon = tokio::time::timeout(MOMENT, self.heard.recv());
        soon.await.ok().map(Option::unwrap)
    }

    /// Returns everything received before `mark`.
    async fn received_until(&mut self, mark: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            match self.heard.recv().await.unwrap() {
                heard if heard == mark => return all,
                heard => all.push(heard),
            }
        }
    }
}

fn text(heard: Heard<'_>) -> String {
    match heard {
        Heard::Connected => "connected".to_owned(),
        Heard::Notified(payload) => payload.to_owned(),
    }
}

/// Makes a process follow a user, as an open stream does, and waits until that is effective.
async fn follow(app: &App, hearer: &mut Hearer, user_id: Uuid) {
    app.bus.follow(user_id);
    wake_until_received(app, hearer, user_id).await;
    while hearer.heard.try_recv().is_ok() {}
}

/// Wakes a user's streams until a wake-up is received, since a subscription takes effect after a
/// moment. Returns what was received before.
async fn wake_until_received(app: &App, hearer: &mut Hearer, user_id: Uuid) -> Vec<String> {
    let mut before = Vec::new();
    loop {
        commit(app, &of_user(user_id)).await;
        while let Some(heard) = hearer.receives_soon().await {
            if heard == user_id.to_string() {
                return before;
            }
            before.push(heard);
        }
    }
}

fn of_user(user_id: Uuid) -> Wakeups {
    Wakeups { users: vec![user_id], outbox: false }
}

/// Sends the wake-ups of a transaction that has created something.
async fn commit(app: &App, wakeups: &Wakeups) {
    {
        let conn = app.conn().await.unwrap();
        app.bus.on_commit(wakeups, &conn).await.unwrap();
    }
    app.bus.after_commit(wakeups).await;
}

/// Tests `promise` with each bus.
async fn with_each<Tried: Future<Output = ()>>(promise: impl Fn(Arc<TestApp>) -> Tried) {
    promise(Arc::new(TestApp::init().await)).await;
    let nats = Nats::start().await;
    promise(Arc::new(TestApp::init_with(&[&nats.setting()]).await)).await;
}

/// Stores a post that a watch of the user's matches.
async fn store_match(app: &App, user_id: Uuid, id: &str) {
    add_watch(app, user_id, id, &["all"]).await;
    let post = read_post(id, &format!("About {id}"), app.clock.now());
    let stored = store_items(app, vec![post]).await;
    assert_eq!((stored.notifications, stored.messages), (1, 1));
}

#[tokio::test]
async fn a_match_wakes_the_streams_of_its_user_and_the_outbox_in_another_process() {
    with_each(async |test| {
        let user = test.new_user("ada@example.com").await.user.id;
        let other = test.with_settings(&bus_of(&test)).await;
        let mut streams = Hearer::of(other.bus.clone(), Topic::Notifications).await;
        let mut outbox = Hearer::of(other.bus.clone(), Topic::Outbox).await;
        follow(&other, &mut streams, user).await;
        store_match(&test, user, "kettle").await;
        streams.hears(&user.to_string()).await;
        outbox.hears("").await;
    })
    .await;
}

#[tokio::test]
async fn an_open_dashboard_shows_what_another_process_has_stored() {
    with_each(async |test| {
        let ada = test.new_user("ada@example.com").await;
        let other = test.with_settings(&bus_of(&test)).await;
        let served = Served::start(&test).await;
        let token = ada.client.token.as_deref().unwrap();
        let (mut events, _) = served.listen(token, None).await;
        for id in ["kettle", "teapot"] {
            store_match(&other, ada.user.id, id).await;
            let event = events.next().await.unwrap();
            assert_eq!(event.name, "notification");
            assert_eq!(event.data["redditPost"]["title"], format!("About {id}"));
        }
        drop(events);
        served.stop().await;
        assert_eq!(test.live.users_listening(), 0);
    })
    .await;
}

/// Returns the bus setting of this app, for another process.
fn bus_of(app: &App) -> Vec<&'static str> {
    let setting = app.config.bus.url.as_ref();
    let setting = setting.map(|url| -> &'static str { format!("bus.url={url}").leak() });
    setting.into_iter().collect()
}

#[tokio::test]
async fn what_is_rolled_back_wakes_nobody() {
    with_each(async |test| {
        let user = test.new_user("ada@example.com").await.user.id;
        let mut streams = Hearer::of(test.bus.clone(), Topic::Notifications).await;
        follow(&test, &mut streams, user).await;
        add_watch(&test, user, "kettle", &["all"]).await;
        test.sql(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ \
             BEGIN RAISE 'refused'; END $$",
        )
        .await;
        test.sql(
            "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
        .await;
        let watches = ActiveWatches::load(&test.pool).await.unwrap();
        let (partitions, now) = (Partitions::default(), test.clock.now());
        let posts = vec![read_post("kettle", "A kettle", now)];
        let context = (&test.context).into();
        let stored = store(context, &partitions, &watches, posts, None, now).await;
        stored.unwrap_err();
        test.sql("DROP TRIGGER refuse ON outbox").await;
        // The next wake-up is the first one received.
        let mark = test.new_user("bob@example.com").await.user.id;
        test.bus.follow(mark);
        let heard = wake_until_received(&test, &mut streams, mark).await;
        assert_eq!(heard, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn what_people_do_one_at_a_time_wakes_with_every_bus() {
    with_each(async |test| {
        let user = test.new_user("ada@example.com").await.user.id;
        let mut streams = Hearer::of(test.bus.clone(), Topic::Notifications).await;
        let mut outbox = Hearer::of(test.bus.clone(), Topic::Outbox).await;
        let conn = &mut *test.conn().await.unwrap();
        announce_change(user, conn).await.unwrap();
        notify(OUTBOX, "", conn).await.unwrap();
        streams.hears(&format!("{user} changed")).await;
        outbox.hears("").await;
    })
    .await;
}

#[tokio::test]
async fn over_nats_a_match_is_no_notify_and_a_process_receives_its_own_users_only() {
    let nats = Nats::start().await;
    let test = TestApp::init_with(&[&nats.setting()]).await;
    let ada = test.new_user("ada@example.com").await.user.id;
    let bob = test.new_user("bob@example.com").await.user.id;
    let mut streams = Hearer::of(test.bus.clone(), Topic::Notifications).await;
    let mut notified = Hearer::of(of_database(&test.database), Topic::Notifications).await;
    follow(&test, &mut streams, ada).await;
    store_match(&test, bob, "teapot").await;
    store_match(&test, ada, "kettle").await;
    let heard = streams.received_until(&ada.to_string()).await;
    assert_eq!(heard, Vec::<String>::new(), "nothing of Bob");
    test.bus.unfollow(ada);
    // Once nobody follows her, the server delivers it to nobody.
    loop {
        commit(&test, &of_user(ada)).await;
        if streams.receives_soon().await.is_none() {
            break;
        }
    }
    let conn = &*test.conn().await.unwrap();
    notify(NOTIFICATIONS, "mark", conn).await.unwrap();
    assert_eq!(notified.received_until("mark").await, Vec::<String>::new());
}
