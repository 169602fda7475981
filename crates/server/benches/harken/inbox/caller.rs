//! Calls over HTTP as one user.

use anyhow::ensure;
use api::app::App;
use domain::auth::SessionUser;
use reqwest::Method;
use serde_json::Value;

/// A client that calls as one user.
pub(crate) struct Caller {
    client: reqwest::Client,
    base: String,
    token: String,
}

impl Caller {
    /// Returns a client that calls the API at `base` as `user`.
    pub(crate) fn new(app: &App, user: SessionUser, base: String) -> anyhow::Result<Self> {
        Ok(Self {
            client: reqwest::Client::builder().no_proxy().build()?,
            base,
            token: user.access_token(&app.secrets, app.clock.now(), 24 * 60)?,
        })
    }

    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Value,
    ) -> anyhow::Result<Value> {
        let url = format!("{}/api{path}", self.base);
        let mut request = self.client.request(method, url).bearer_auth(&self.token);
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "{path}: {status} {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    pub(crate) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::GET, path, Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.call(Method::POST, path, body).await
    }
}
