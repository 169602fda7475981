//! The share of a caller in the connections to the database.

use std::convert::Infallible;
use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::body::{Body, to_bytes};
use axum::response::Response;
use db::Share;
use futures::stream;
use harken::limits::shares::{Caller, Shares};

#[tokio::test]
async fn an_answer_is_made_and_sent_with_its_callers_share() {
    let shares = Shares::new(NonZeroU32::MIN);
    let answer = async {
        let made = Share::current().is_some();
        let sent =
            async move { Ok::<_, Infallible>(format!("{made} {}", Share::current().is_some())) };
        Response::new(Body::from_stream(stream::once(sent)))
    };
    let caller = Caller::Address(IpAddr::from([127, 0, 0, 1]));
    let answer = shares.during(caller, answer).await;
    assert!(Share::current().is_none());
    let sent = to_bytes(answer.into_body(), 100).await.unwrap();
    assert_eq!(sent, "true true");
}
