//! Neither an answer nor the time it takes reveals which addresses have an account.

use std::time::{Duration, Instant};

use crate::support::accounts::{registration, without_request_id};
use crate::support::prelude::*;

/// The maximum difference between the times of different kinds of addresses.
const ALIKE: Duration = Duration::from_millis(5);
/// Samples of each kind in a round.
const SAMPLES: usize = 15;
const ROUNDS: usize = 8;

const CALLS: [&str; 4] = ["register", "login", "resend-verification", "forgot-password"];

/// The kinds of addresses, by owner.
const KINDS: [&str; 3] = ["nobody", "verified", "unverified"];
/// The control, an unused address too: its difference from the first kind is what a busy machine
/// causes.
const CONTROL: usize = KINDS.len();

fn body(call: &str, email: &str) -> Value {
    match call {
        "register" => registration(email),
        "login" => json!({"email": email, "password": "Wrong1password"}),
        _ => json!({"email": email}),
    }
}

/// Makes accounts for an address of each kind for each sample.
async fn with_accounts() -> (TestApp, Client) {
    let settings = ["auth.attempts_per_quarter_hour=100000"];
    let (app, anon) = TestApp::init_with(&settings).await.set_up().await.anon();
    let hash = app.passwords.hash(PASSWORD.to_owned()).await.unwrap();
    for n in 0..SAMPLES {
        for kind in &KINDS[1..] {
            app.new_user(&format!("{kind}{n}@example.com")).await;
        }
    }
    app.sql(&format!(
        "UPDATE users SET password_hash = '{hash}',
                email_verified_at = CASE WHEN email LIKE 'verified%' THEN created_at END
         WHERE email SIMILAR TO '(un)?verified%'"
    ))
    .await;
    (app, anon)
}

#[tokio::test]
async fn the_answers_are_the_same_for_every_address() {
    let (_app, anon) = with_accounts().await;
    for call in CALLS {
        let mut answers = Vec::new();
        for kind in KINDS {
            let body = body(call, &format!("{kind}0@example.com"));
            let answer = anon.post(&format!("/api/auth/{call}"), body).await;
            let mut headers = answer.headers.clone();
            headers.remove("x-request-id");
            answers.push((answer.status, headers, without_request_id(answer.json)));
        }
        assert_eq!(answers[0], answers[1], "{call}");
        assert_eq!(answers[0], answers[2], "{call}");
    }
}

#[tokio::test]
async fn the_answers_take_the_same_time_for_every_address() {
    let (app, anon) = with_accounts().await;
    for call in CALLS {
        let mut all: Times = Default::default();
        let mut seen = Vec::new();
        for round in 0..ROUNDS {
            // The limits of the last round have expired.
            app.clock.advance(chrono::Duration::minutes(16));
            let times = sample(&anon, call, round).await;
            for (all, of_round) in all.iter_mut().zip(&times) {
                all.extend(of_round);
            }
            seen.push([Spread::at(&times, 2), Spread::at(&all, 10)]);
            if seen.iter().flatten().any(Spread::is_small) {
                break;
            }
        }
        // A real difference shows in the medians of every round, and in the fastest tenth.
        let alike = seen.iter().flatten().any(Spread::is_small);
        assert!(alike, "{call}: medians and tenths differ in every round: {seen:?}");
    }
}

type Times = [Vec<Duration>; CONTROL + 1];

/// Returns the times of one call for each kind and the control, taken in turn.
async fn sample(anon: &Client, call: &str, round: usize) -> Times {
    let mut times: Times = Default::default();
    for n in 0..SAMPLES {
        for step in 0..times.len() {
            // No kind has a fixed position in the turn.
            let which = (n + step) % times.len();
            let email = match KINDS.get(which) {
                // Registering makes an account: the next round uses another address.
                None | Some(&"nobody") => format!("nobody{n}-{which}-{call}-{round}@example.com"),
                Some(kind) => format!("{kind}{n}@example.com"),
            };
            let body = body(call, &email);
            let begun = Instant::now();
            let answer = anon.post(&format!("/api/auth/{call}"), body).await;
            times[which].push(begun.elapsed());
            let expected = answer.status < 300 || answer.status == 401;
            assert!(expected, "{}", answer.text);
        }
    }
    times
}

/// The differences among the kinds, and between the control and the first kind, at a quantile of
/// the samples: half for the median.
#[derive(Debug)]
struct Spread {
    of_kinds: Duration,
    of_control: Duration,
}

impl Spread {
    fn at(times: &Times, part: usize) -> Self {
        let at = times.each_ref().map(|times| {
            let mut times = times.clone();
            times.sort();
            times[times.len() / part]
        });
        let kinds = &at[..CONTROL];
        Self {
            of_kinds: *kinds.iter().max().unwrap() - *kinds.iter().min().unwrap(),
            of_control: at[0].abs_diff(at[CONTROL]),
        }
    }

    /// Returns whether the kinds differ by less than [`ALIKE`], or than twice the control on a busy
    /// machine.
    fn is_small(&self) -> bool {
        self.of_kinds < ALIKE.max(2 * self.of_control)
    }
}

#[tokio::test]
async fn a_request_is_lost_neither_with_the_process_nor_by_two_at_work() {
    let (app, anon) = TestApp::init().await.set_up().await.anon();
    for n in 0..10 {
        app.new_user(&format!("user{n}@example.com")).await;
        anon.post("/api/auth/forgot-password", json!({"email": format!("user{n}@example.com")}))
            .await;
    }
    anon.post("/api/auth/forgot-password", json!({"email": "nobody@example.com"})).await;
    // Four processes drain concurrently; each request is handled by one of them.
    let all = (0..4).map(|_| domain::auth::mail_requests::drain(&app));
    let worked: usize = futures::future::try_join_all(all).await.unwrap().iter().sum();
    assert_eq!(worked, 11);
    for n in 0..10 {
        let mails = app.waiting_mails(&format!("user{n}@example.com")).await;
        assert_eq!(mails, ["reset_password"]);
    }
}
