//! Accounts made as users make them: through the API and the link in the email.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use db::models::user::User;
use domain::auth::mail_requests;

use super::prelude::*;

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

    /// Follows the link in the email that proves an address, and chooses a password on its page.
    pub async fn verify(&self, token: &str, password: &str) -> Answer {
        let path = format!("/api/auth/verification/{token}");
        self.post(&path, json!({"password": password})).await
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
        let answer = self.login(email, PASSWORD).await.expect(200);
        let text = |field: &str| answer.json[field].as_str().unwrap().to_owned();
        Session { client: self.with_token(&text("token")), refresh: text("refreshToken") }
    }

    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }
}

impl TestApp {
    /// Registers and verifies an account whose password is [`PASSWORD`]. There is an administrator, too.
    pub async fn verified(&self, client: &Client, email: &str) {
        self.ensure_administrator().await;
        assert_eq!(client.register(email).await.status, 201);
        let token = self.verification_token(email).await;
        client.verify(&token, PASSWORD).await.expect(200);
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
        let tokens = format!(
            "SELECT id FROM email_tokens WHERE email = '{email}' AND purpose = '{purpose}' LIMIT 1"
        );
        let id = self.rows(&tokens).await.pop();
        id.map(|id| self.secrets.email_token(id))
    }

    /// Returns the kinds of the emails waiting for `email`, in order.
    pub async fn waiting_mails(&self, email: &str) -> Vec<String> {
        self.work_off_requests().await;
        self.rows(&format!(
            "SELECT o.kind FROM outbox o JOIN users u ON u.id = o.user_id
             WHERE u.email = '{email}' AND o.status = 'pending' ORDER BY o.created_at, o.id"
        ))
        .await
    }

    pub async fn user(&self, email: &str) -> Option<User> {
        let mut conn = self.conn().await.unwrap();
        User::find_by_email(email, &mut conn).await.unwrap()
    }

    pub async fn make_administrator(&self, user: &User) {
        self.sql(&format!("UPDATE users SET is_administrator = true WHERE id = '{}'", user.id))
            .await;
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
        self.sql(&format!("UPDATE users SET plan = '{plan}' WHERE id = '{}'", user.id)).await;
    }
}

/// Returns a body without the fields that differ in every answer.
pub fn without_request_id(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.remove("requestId");
    }
    body
}
