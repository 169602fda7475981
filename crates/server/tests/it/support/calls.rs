//! The calls of the API, read from its own document.

use axum::http::{Request, header};

use super::prelude::*;

pub const JSON: &str = "application/json";

pub struct Call {
    pub method: String,
    pub path: String,
    pub secured: bool,
    /// The scope that an API key needs; `None` if no key can make the call.
    pub scope: Option<String>,
    /// The names of the body's fields, if the call takes JSON.
    pub fields: Option<Vec<String>>,
}

/// Returns all calls.
pub fn calls() -> Vec<Call> {
    let document = serde_json::to_value(api::routes::openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let schema = &call["requestBody"]["content"]["application/json"]["schema"];
            let fields = schema["$ref"].as_str().map(|reference| {
                let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
                schema["properties"].as_object().unwrap().keys().cloned().collect()
            });
            let security = call["security"].as_array();
            let of_key = security.into_iter().flatten().find_map(|one| one.get("key"));
            calls.push(Call {
                scope: of_key.map(|scopes| scopes[0].as_str().unwrap().to_owned()),
                method: method.to_uppercase(),
                path: path.clone(),
                // A call with an empty alternative may also come without a token.
                secured: security.is_some_and(|all| !all.is_empty() && !all.contains(&json!({}))),
                fields,
            });
        }
    }
    assert!(calls.len() > 15);
    calls
}

impl Call {
    /// Returns the path with its first parameter filled in.
    pub fn at(&self, part: &str) -> String {
        let open = self.path.find('{');
        match (open, self.path.find('}')) {
            (Some(open), Some(close)) => {
                format!("{}{part}{}", &self.path[..open], &self.path[close + 1..])
            }
            _ => self.path.clone(),
        }
    }

    /// Returns the path with an id that is well formed and names nothing.
    pub fn nowhere(&self) -> String {
        self.at("019aa0e5-0000-7000-8000-000000000000")
    }

    pub async fn send(&self, client: &Client, path: &str, kind: &str, body: String) -> Answer {
        let mut request = Request::builder().method(self.method.as_str()).uri(path);
        if let Some(token) = &client.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if !kind.is_empty() {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        client.send_raw(request.body(Body::from(body)).unwrap()).await
    }
}
