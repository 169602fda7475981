//! Discussions to analyse, the job that analyses them, and the stand-in model that writes.

use axum::http::Request;
use axum::http::header::AUTHORIZATION;
use sims::llm::{Config, Handle, start};

use super::jobs::drain_insights;
use super::prelude::*;

const GENERATE: &str = "/api/ai/comprehensive-insights";
const MODEL: [&str; 3] =
    ["insights.provider=model", "insights.model.name=standin", "insights.model.api_key=sk-standin"];
pub const LATEST: &str = "/api/ai/insights";

/// Starts Harken with a stand-in model that writes for it, and with the other settings given.
pub async fn with_model(settings: &[&str]) -> (TestApp, Handle) {
    let config = Config { api_key: Some("sk-standin".to_owned()), ..Config::for_tests() };
    let llm = start(config).await.unwrap();
    let base = model_at(&llm);
    (TestApp::init_with(&[&MODEL[..], &[base.as_str()], settings].concat()).await, llm)
}

/// Returns another process of Harken for which the model writes; its circuit breaker is unused.
pub async fn written_by(llm: &Handle, test: &TestApp) -> App {
    test.with_settings(&[&MODEL[..], &[model_at(llm).as_str()]].concat()).await
}

fn model_at(llm: &Handle) -> String {
    format!("insights.model.base_url={}", llm.base_url())
}

impl TestApp {
    /// Adds a discussion of an hour ago that the watch found. Returns the forum's id.
    pub async fn discussion(
        &self,
        user: Uuid,
        watch: &str,
        (author, title, body): (&str, &str, &str),
        score: i32,
    ) -> String {
        let mut found = Match::of("kettle").at(self.clock.now() - TimeDelta::hours(1));
        (found.title, found.body) = (title.to_owned(), body.to_owned());
        let row = self.notify(user, found).await;
        let (id, item) = (row.id, row.item_id);
        for statement in [
            format!("UPDATE notifications SET watch_id = '{watch}' WHERE id = '{id}'"),
            format!("UPDATE items SET author = '{author}', score = {score} WHERE id = '{item}'"),
            format!(
                "INSERT INTO item_keys (forum_id, item_id, seen_at)
                 SELECT forum_id, id, seen_at FROM items WHERE id = '{item}'"
            ),
        ] {
            self.sql(&statement).await;
        }
        format!("t3_{}", item.simple())
    }

    /// Adds a watch for `keyword` with seven discussions by seven people. Returns its id.
    pub async fn discussed(&self, user: &SignedIn, keyword: &str) -> String {
        let watch = user.post("/api/keywords", json!({"keyword": keyword})).await.expect(201);
        let id = watch.json["_id"].as_str().unwrap().to_owned();
        for n in 0..7 {
            let author = format!("{keyword}_{n}");
            let title = format!("Which {keyword} do you like?");
            let body = format!("My {keyword} works well and I love it, but which is better?");
            self.discussion(user.user.id, &id, (&author, &title, &body), n).await;
        }
        id
    }

    /// Processes the waiting jobs.
    pub async fn work_off_insights(&self) -> usize {
        drain_insights(self).await
    }

    /// Makes insights with `app`, and returns what is stored then.
    pub async fn insights_by(&self, app: &App, user: &Client) -> Value {
        assert_eq!(user.generate().await.status, 202);
        assert_eq!(drain_insights(app).await, 1);
        let latest = user.get(LATEST).await.json;
        assert!(latest["run"].is_null(), "{latest}");
        latest["result"].clone()
    }
}

impl Client {
    /// Asks for insights as a client that does not wait for them.
    pub async fn generate(&self) -> Answer {
        self.generate_preferring(Some("respond-async")).await
    }

    pub async fn generate_preferring(&self, prefer: Option<&str>) -> Answer {
        let token = self.token.as_deref().unwrap_or_default();
        let mut request = Request::post(GENERATE).header(AUTHORIZATION, format!("Bearer {token}"));
        if let Some(prefer) = prefer {
            request = request.header("prefer", prefer);
        }
        self.send_raw(request.body(Body::empty()).unwrap()).await
    }

    pub async fn remaining_insights(&self) -> u64 {
        let usage = self.get("/api/ai/usage").await.json;
        usage["remainingCalls"].as_u64().unwrap()
    }
}

/// Returns all counted parts of a keyword's insights: everything but sentences.
pub fn counted(keyword: &Value) -> Value {
    let mut insights = keyword["insights"].clone();
    for written in ["summary", "recommendations", "posts"] {
        insights.as_object_mut().unwrap().remove(written).unwrap();
    }
    insights
}
