//! People who use a process over HTTP. No answer to them may be a 5xx.

use diesel_async::SimpleAsyncConnection;
use reqwest::Method;
use sims::smtp::Query;

use super::programs::World;
use crate::support::accounts::registration;
use crate::support::app::ADD_ADMINISTRATOR;
use crate::support::prelude::*;

/// A person with a session.
#[derive(Clone)]
pub struct Person {
    pub email: String,
    pub access: String,
    pub refresh: String,
    http: reqwest::Client,
}

impl Person {
    /// Registers, follows the link in the email and signs in. There is an administrator, too.
    pub async fn join(email: &str, base: &str, world: &World) -> Self {
        world.connect().await.batch_execute(ADD_ADMINISTRATOR).await.unwrap();
        let mut person = Self {
            email: email.to_owned(),
            access: String::new(),
            refresh: String::new(),
            http: reqwest::Client::new(),
        };
        let path = "/api/auth/register";
        person.done(base, Method::POST, path, registration(email)).await;
        let token = verification_token(email, world).await;
        let path = format!("{base}/api/auth/verify-email/{token}");
        person.http.get(&path).send().await.unwrap().error_for_status().unwrap();
        person.sign_in(base).await;
        person
    }

    /// Begins a new session.
    pub async fn sign_in(&mut self, base: &str) {
        let body = json!({"email": self.email, "password": PASSWORD});
        let session = self.done(base, Method::POST, "/api/auth/login", body).await;
        self.keep(&session);
    }

    /// Continues the session.
    pub async fn renew(&mut self, base: &str) {
        let body = json!({"refreshToken": self.refresh});
        let path = "/api/auth/refresh";
        let session = self.done(base, Method::POST, path, body).await;
        self.keep(&session);
    }

    fn keep(&mut self, session: &Value) {
        let text = |field: &str| session[field].as_str().unwrap().to_owned();
        self.access = text("token");
        self.refresh = text("refreshToken");
    }

    pub async fn get(&self, base: &str, path: &str) -> Value {
        self.done(base, Method::GET, path, Value::Null).await
    }

    pub async fn post(&self, base: &str, path: &str, body: Value) -> Value {
        self.done(base, Method::POST, path, body).await
    }

    pub async fn put(&self, base: &str, path: &str, body: Value) -> Value {
        self.done(base, Method::PUT, path, body).await
    }

    async fn done(&self, base: &str, method: Method, path: &str, body: Value) -> Value {
        self.call(base, method, path, body).await.unwrap()
    }

    /// Returns the answer's body; an error if the process cannot be reached.
    ///
    /// # Panics
    /// Panics if the answer is no success.
    pub async fn call(
        &self,
        base: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> reqwest::Result<Value> {
        let mut request = self.http.request(method.clone(), format!("{base}{path}"));
        if !self.access.is_empty() {
            request = request.bearer_auth(&self.access);
        }
        if !body.is_null() {
            request = request.json(&body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    pub async fn add_keyword(&self, base: &str, input: Value) -> String {
        let made = self.post(base, "/api/keywords", input).await;
        made["_id"].as_str().unwrap().to_owned()
    }

    /// Returns the number of emails that contain this text.
    pub fn mails_with(&self, text: &str, world: &World) -> usize {
        let query = Query {
            to: Some(self.email.clone()),
            body_contains: Some(text.to_owned()),
            ..Query::default()
        };
        world.mail.mailbox.messages(&query).len()
    }
}

/// Returns the token in the email that proves the address.
async fn verification_token(email: &str, world: &World) -> String {
    let query = Query {
        to: Some(email.to_owned()),
        subject_contains: Some("Verify".to_owned()),
        ..Query::default()
    };
    let mails = world.mail.mailbox.wait(&query, 1, PATIENCE).await;
    let text = mails[0].text.as_ref().unwrap();
    let (_, rest) = text.split_once("token=").unwrap();
    let token = rest.split(['&', '\n', ' ', '\r']).next().unwrap();
    token.to_owned()
}
