//! A forum on a stopped clock, called without a socket.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use chrono::{DateTime, TimeDelta};
use serde_json::Value;
use sims::forum::{Config, ManualClock, NewPost, Sim, router};
use tower::ServiceExt;

pub(crate) const AGENT: &str = "linux:org.harken.test:0.1 (a test)";

pub(crate) struct Forum {
    pub(crate) sim: Arc<Sim>,
    pub(crate) clock: Arc<ManualClock>,
    token: String,
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("a UTF-8 body")
    }

    /// Returns the fullnames of a listing.
    pub(crate) fn names(&self) -> Vec<String> {
        let children = self.json()["data"]["children"].as_array().cloned().unwrap_or_default();
        children.iter().filter_map(|c| c["data"]["name"].as_str().map(str::to_owned)).collect()
    }
}

impl Forum {
    /// A forum that holds `backfill` items.
    pub(crate) async fn with(config: Config) -> Self {
        let start = DateTime::from_timestamp(1_790_000_000, 0).expect("a valid time");
        let clock = Arc::new(ManualClock::new(start));
        let site = "https://forum.test".to_owned();
        let sim = Sim::new(config, clock.clone(), site).expect("a forum");
        let mut forum = Self { sim, clock, token: String::new() };
        forum.renew_token().await;
        forum
    }

    pub(crate) async fn empty() -> Self {
        Self::with(Config::for_tests()).await
    }

    pub(crate) async fn renew_token(&mut self) {
        let answer = self.ask_token("harken-demo:harken-demo-secret", "client_credentials").await;
        self.token = answer.json()["access_token"].as_str().expect("a token").to_owned();
    }

    pub(crate) async fn ask_token(&self, credentials: &str, grant: &str) -> Answer {
        use base64::Engine;
        let encoded = base64::engine::general_purpose::STANDARD.encode(credentials);
        let request = Request::post("/api/v1/access_token")
            .header(header::AUTHORIZATION, format!("Basic {encoded}"))
            .header(header::USER_AGENT, AGENT)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(format!("grant_type={grant}")));
        self.send(request.expect("a request")).await
    }

    /// Makes a call as a well-behaved client does.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_as(path, Some(AGENT), Some(&self.token)).await
    }

    pub(crate) async fn get_as(
        &self,
        path: &str,
        agent: Option<&str>,
        token: Option<&str>,
    ) -> Answer {
        let mut request = Request::get(path);
        if let Some(agent) = agent {
            request = request.header(header::USER_AGENT, agent);
        }
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("bearer {token}"));
        }
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn post_json(&self, path: &str, body: &str) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()));
        self.send(request.expect("a request")).await
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let answer = router(&self.sim).oneshot(request).await.expect("an answer");
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap_or_default().to_vec();
        Answer { status, headers, body }
    }

    /// Makes a post, and returns its fullname.
    pub(crate) fn post(&self, subreddit: &str, title: &str) -> String {
        self.sim.post(NewPost::titled(subreddit, title)).expect("a post").fullname
    }

    pub(crate) fn tick(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }
}
