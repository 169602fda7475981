//! The previous version's program and this one's side by side, while people use both and matches
//! arrive: `just upgrade`.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;
use sims::forum::NewPost;
use sims::receiver::Query;
use tokio::task::JoinHandle;

use super::people::Person;
use super::programs::{Server, World, previous, todays, until};
use crate::support::own_database::moment;
use crate::support::prelude::*;

/// The keyword of each reader.
const KEYWORDS: [&str; 4] = ["samovar", "teacosy", "strainer", "caddy"];
/// The number of emails that arrive in each stage of the upgrade.
const IN_EACH_STAGE: usize = 40;
const WORKED_ON: &str = "a message was worked on";
const POLLED: &str = "polled";

/// Posts one match after another, each for one reader and with a distinct number.
struct Posting {
    made: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

/// Returns a text that no other post has in its title.
fn place(n: usize) -> String {
    format!("on shelf {n:05}")
}

fn title(n: usize) -> String {
    format!("A {} {}", KEYWORDS[n % KEYWORDS.len()], place(n))
}

fn post(world: &World, title: &str) {
    world.forum.control.post(NewPost::titled("tea", title)).unwrap();
}

impl Posting {
    fn begin(world: &Arc<World>) -> Self {
        let (made, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (world, counter, end) = (world.clone(), made.clone(), stop.clone());
        let task = tokio::spawn(async move {
            while !end.load(Ordering::SeqCst) {
                post(&world, &title(counter.load(Ordering::SeqCst)));
                counter.fetch_add(1, Ordering::SeqCst);
                for _ in 0..4 {
                    moment().await;
                }
            }
        });
        Self { made, stop, task }
    }

    /// Stops posting, and returns the number of posts.
    async fn end(self) -> usize {
        self.stop.store(true, Ordering::SeqCst);
        self.task.await.unwrap();
        self.made.load(Ordering::SeqCst)
    }
}

/// A person who uses a process continuously.
struct Using {
    calls: Arc<AtomicUsize>,
    /// Whether the process may have ended.
    may_be_gone: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    task: JoinHandle<()>,
}

impl Using {
    fn begin(person: &Person, server: &Server) -> Self {
        let calls = Arc::new(AtomicUsize::new(0));
        let (may_be_gone, stop) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let using = use_all(
            person.clone(),
            server.base.clone(),
            calls.clone(),
            may_be_gone.clone(),
            stop.clone(),
        );
        Self { calls, may_be_gone, stop, task: tokio::spawn(using) }
    }

    fn calls(&self) -> usize {
        assert!(!self.task.is_finished(), "a call failed");
        self.calls.load(Ordering::SeqCst)
    }

    async fn end(self) {
        self.stop.store(true, Ordering::SeqCst);
        self.task.await.unwrap();
    }
}

async fn use_all(
    mut person: Person,
    base: String,
    calls: Arc<AtomicUsize>,
    may_be_gone: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
) {
    let reads = [
        "/api/users/profile",
        "/api/keywords",
        "/api/notifications",
        "/api/notifications/grouped",
        "/api/notifications/stats",
        "/api/notifications/unread/count",
        "/api/notifications/search?q=shelf",
        "/api/analytics",
        "/api/endpoints",
        "/api/mutes",
        "/api/searches",
        "/api/coverage",
        "/api/status",
        "/api/users/sessions",
        "/api/users/export",
    ];
    while !stop.load(Ordering::SeqCst) {
        for path in reads {
            let answer = person.call(&base, Method::GET, path, Value::Null).await;
            if answer.is_err() && may_be_gone.load(Ordering::SeqCst) {
                return;
            }
            answer.unwrap();
            calls.fetch_add(1, Ordering::SeqCst);
            moment().await;
        }
        if may_be_gone.load(Ordering::SeqCst) {
            return;
        }
        write_something(&mut person, &base).await;
        calls.fetch_add(7, Ordering::SeqCst);
    }
}

async fn write_something(person: &mut Person, base: &str) {
    let call = async |method, path: &str, body| {
        let done = person.call(base, method, path, body).await;
        done.unwrap()
    };
    // Others may do the same for the same account.
    let word = format!("ladle {}", Uuid::now_v7());
    let input = json!({"keyword": word, "subreddits": ["tea"]});
    let keyword = person.add_keyword(base, input).await;
    let path = format!("/api/keywords/{keyword}");
    let input = json!({"keyword": word, "subreddits": ["tea"], "notes": "Seldom"});
    call(Method::PUT, &path, input).await;
    call(Method::DELETE, &path, Value::Null).await;
    let muted = json!({"kind": "word", "value": word});
    let muted = call(Method::POST, "/api/mutes", muted).await;
    let path = format!("/api/mutes/{}", muted["mute"]["_id"].as_str().unwrap());
    call(Method::DELETE, &path, Value::Null).await;
    person.renew(base).await;
    person.sign_in(base).await;
}

async fn join_readers(world: &World, server: &Server) -> Vec<Person> {
    post(world, "A subreddit about tea");
    let mut readers = Vec::new();
    for keyword in KEYWORDS {
        let email = format!("{keyword}@example.com");
        let reader = Person::join(&email, &server.base, world).await;
        let preferences = json!({"burstLimit": 1000});
        reader.put(&server.base, "/api/users/notifications", preferences).await;
        let input = json!({"keyword": keyword, "subreddits": ["tea"]});
        reader.add_keyword(&server.base, input).await;
        readers.push(reader);
    }
    let hook = format!("{}/hook/upgrade", world.receiver.base_url());
    let hook = json!({"channel": "webhook", "name": "Shop", "url": hook});
    readers[0].post(&server.base, "/api/endpoints", hook).await;
    readers
}

/// Waits until each of the servers has polled and sent several times more.
async fn all_work(servers: &[&Server]) {
    let said = |server: &Server| (server.said(POLLED), server.said(WORKED_ON));
    let before: Vec<_> = servers.iter().map(|server| said(server)).collect();
    until("polls and messages of each", servers, async || {
        let mut pairs = servers.iter().zip(&before);
        pairs.all(|(server, before)| {
            let now = said(server);
            now.0 > before.0 + 3 && now.1 > before.1 + 3
        })
    })
    .await;
}

async fn more_arrive(world: &World, servers: &[&Server]) {
    let goal = world.mail.mailbox.stats().messages as usize + IN_EACH_STAGE;
    until("emails", servers, async || world.mail.mailbox.stats().messages as usize >= goal).await;
}

/// Asserts that a keyword added in one of the processes is matched by whichever polls.
async fn new_keywords_are_followed(world: &World, reader: &Person, servers: [&Server; 2]) {
    let drawer = |of: usize, n: usize| format!("in drawer {of}{n}");
    for (of, word) in ["whisk", "sieve"].into_iter().enumerate() {
        let input = json!({"keyword": word, "subreddits": ["tea"]});
        reader.add_keyword(&servers[of].base, input).await;
        for n in 0..3 {
            post(world, &format!("A {word} {}", drawer(of, n)));
        }
    }
    let is_heard = |of, n| reader.mails_with(&drawer(of, n), world) == 1;
    until("the new keywords", &servers, async || (0..2).all(|of| (0..3).all(|n| is_heard(of, n))))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs the previous version's program: just upgrade"]
async fn the_previous_version_and_this_one_share_a_database_and_nothing_is_lost_or_doubled() {
    let world = Arc::new(World::new(&[]).await);
    let mut old = world.start(&previous()).await;
    let readers = join_readers(&world, &old).await;
    let user_of_old = Person::join("old@example.com", &old.base, &world).await;
    let using_old = Using::begin(&user_of_old, &old);
    let posting = Posting::begin(&world);
    more_arrive(&world, &[&old]).await;

    // Migrates while the previous version runs.
    world.run(todays(), "migrate").await;
    let calls = using_old.calls();
    all_work(&[&old]).await;
    until("calls", &[&old], async || using_old.calls() > calls + 50).await;

    // Side by side.
    let mut new = world.start(todays()).await;
    let mut user_of_new = user_of_old.clone();
    user_of_new.sign_in(&old.base).await;
    user_of_new.renew(&new.base).await;
    let using_new = Using::begin(&user_of_new, &new);
    all_work(&[&old, &new]).await;
    more_arrive(&world, &[&old, &new]).await;
    new_keywords_are_followed(&world, &readers[1], [&old, &new]).await;
    let calls = [using_old.calls(), using_new.calls()];
    until("calls", &[&old, &new], async || {
        using_old.calls() > calls[0] + 50 && using_new.calls() > calls[1] + 50
    })
    .await;

    // The new version alone.
    using_old.may_be_gone.store(true, Ordering::SeqCst);
    old.end().await;
    using_old.end().await;
    all_work(&[&new]).await;
    more_arrive(&world, &[&new]).await;
    using_new.end().await;

    // Back to the previous version, on the new schema.
    let mut back = world.start(&previous()).await;
    let mut user_of_back = user_of_new.clone();
    user_of_back.sign_in(&new.base).await;
    user_of_back.renew(&back.base).await;
    let using_back = Using::begin(&user_of_back, &back);
    new.end().await;
    all_work(&[&back]).await;
    more_arrive(&world, &[&back]).await;
    using_back.end().await;

    let posted = posting.end().await;
    let arrived = |n: usize| readers[n % KEYWORDS.len()].mails_with(&place(n), &world);
    until("all emails", &[&back], async || (0..posted).all(|n| arrived(n) > 0)).await;
    let open = "outbox WHERE status = 'pending'";
    until("all messages", &[&back], async || world.count(open).await == 0).await;
    back.end().await;
    for n in 0..posted {
        assert_eq!(arrived(n), 1, "{}", title(n));
    }
    let hooks = world.receiver.control.requests(&Query::path("/hook/upgrade"));
    for n in (0..posted).step_by(KEYWORDS.len()) {
        let of_this = hooks.iter().filter(|hook| hook.json().to_string().contains(&place(n)));
        assert_eq!(of_this.count(), 1, "{}", title(n));
    }
    assert_eq!(world.count("notifications").await, posted + 6);
    let unsent = "outbox WHERE status NOT IN ('sent', 'skipped')";
    assert_eq!(world.count(unsent).await, 0);
    for (server, name) in [(&old, "previous"), (&new, "new"), (&back, "previous again")] {
        let errors = server.lines_of("ERROR");
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        for warning in server.lines_of("WARN") {
            println!("{name} warned: {warning}");
        }
        println!("{name}: {} polls, {} messages", server.said(POLLED), server.said(WORKED_ON));
    }
    println!("{posted} posts, 0 lost, 0 doubled");
    Arc::into_inner(world).unwrap().stop().await;
}
