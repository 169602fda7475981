//! Accounts made as users make them: through the API and the link in the email.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use db::models::user::User;
use db::schema::{email_tokens, outbox, users};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::auth::mail_requests;
use serde_json::{Value, json};

use super::app::{Answer, Client, SignedIn, TestApp};

pub const PASSWORD: &str = "Correct1horse";

pub fn registration(email: &str) -> Value {
    json!({"email": email, "password": PASSWORD, "firstName": "Ada", "lastName": "Reader"})
}

/// A signed-in browser.
pub struct Session {
    pub client: Client,
    pub refresh: String,
}

impl Session {
    /// Returns whether the session's access token still works, and whether its refresh token does.
    pub async fn works(&self) -> (bool, bool) {
        let profile = self.client.get("/api/users/profile").await.status;
        let refreshed = self.client.refresh(&self.refresh).await.status;
        (profile == 200, refreshed == 200)
    }
}

impl Client {
    pub async fn register(&self, email: &str) -> Answer {
        self.post("/api/auth/register", registration(email)).await
    }

    pub async fn login(&self, email: &str, password: &str) -> Answer {
        let body = json!({"email": email, "password": password});
        self.post("/api/auth/login", body).await
    }

    pub async fn refresh(&self, token: &str) -> Answer {
        let body = json!({"refreshToken": token});
        self.post("/api/auth/refresh", body).await
    }

    /// Sends a request as if from another machine.
    pub async fn post_from(&self, machine: &str, path: &str, body: Value) -> Answer {
        let peer: SocketAddr = machine.parse().unwrap();
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .extension(ConnectInfo(peer))
            .body(Body::from(body.to_string()))
            .unwrap();
        self.send_raw(request).await
    }

    /// Signs in with [`PASSWORD`]; the returned tokens are those of a new session.
    pub async fn sign_in(&self, email: &str) -> Session {
        let answer = self.login(email, PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let text = |field: &str| answer.json[field].as_str().unwrap().to_owned();
        Session { client: self.with_token(&text("token")), refresh: text("refreshToken") }
    }

    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }
}

impl TestApp {
    /// Registers and verifies an account whose password is [`PASSWORD`].
    pub async fn verified(&self, client: &Client, email: &str) {
        assert_eq!(client.register(email).await.status, 201);
        let token = self.verification_token(email).await;
        let answer = client.get(&format!("/api/auth/verify-email/{token}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Makes the requested emails, as the process that sends them does.
    pub async fn work_off_requests(&self) {
        mail_requests::drain(self).await.unwrap();
    }

    /// Returns the token in the newest email to `email` that proves the address.
    pub async fn verification_token(&self, email: &str) -> String {
        self.mailed_token(email, "verify").await.unwrap()
    }

    /// Returns the token in the newest email to `email` that allows choosing a new password, if
    /// any.
    pub async fn reset_token(&self, email: &str) -> Option<String> {
        self.mailed_token(email, "reset").await
    }

    async fn mailed_token(&self, email: &str, purpose: &str) -> Option<String> {
        self.work_off_requests().await;
        let mut conn = self.conn().await.unwrap();
        let id = email_tokens::table
            .filter(email_tokens::email.eq(email))
            .filter(email_tokens::purpose.eq(purpose))
            .select(email_tokens::id)
            .first(&mut conn)
            .await
            .optional()
            .unwrap();
        id.map(|id| self.secrets.email_token(id))
    }

    /// Returns the kinds of the emails waiting for `email`, in order.
    pub async fn waiting_mails(&self, email: &str) -> Vec<String> {
        self.work_off_requests().await;
        let mut conn = self.conn().await.unwrap();
        outbox::table
            .inner_join(users::table.on(users::id.eq(outbox::user_id)))
            .filter(users::email.eq(email))
            .filter(outbox::status.eq("pending"))
            .order((outbox::created_at, outbox::id))
            .select(outbox::kind)
            .load(&mut conn)
            .await
            .unwrap()
    }

    pub async fn user(&self, email: &str) -> Option<User> {
        let mut conn = self.conn().await.unwrap();
        User::find_by_email(email, &mut conn).await.unwrap()
    }

    pub async fn make_administrator(&self, user: &User) {
        let mut conn = self.conn().await.unwrap();
        diesel::update(users::table.find(user.id))
            .set(users::is_administrator.eq(true))
            .execute(&mut conn)
            .await
            .unwrap();
    }

    /// Makes a signed-in administrator.
    pub async fn administrator(&self, email: &str) -> SignedIn {
        let signed_in = self.new_user(email).await;
        self.make_administrator(&signed_in.user).await;
        signed_in
    }

    pub async fn make_pro(&self, user: &User) {
        self.set_plan(user, "pro").await;
    }

    pub async fn set_plan(&self, user: &User, plan: &str) {
        let mut conn = self.conn().await.unwrap();
        diesel::update(users::table.find(user.id))
            .set(users::plan.eq(plan))
            .execute(&mut conn)
            .await
            .unwrap();
    }
}

/// Returns a body without the fields that differ in every answer.
pub fn without_request_id(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.remove("requestId");
    }
    body
}
