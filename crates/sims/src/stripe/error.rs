//! Errors in the form of the API: `{"error": {"type", "code", "message", "param"}}`. Their texts
//! are the stand-in's own; types, codes and statuses are Stripe's.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// An error answer.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub(crate) status: StatusCode,
    kind: &'static str,
    code: Option<&'static str>,
    message: String,
    param: Option<String>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, kind, code: None, message: message.into(), param: None }
    }

    /// Returns a 400 `invalid_request_error`.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", message)
    }

    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    pub(crate) fn param(mut self, param: impl Into<String>) -> Self {
        self.param = Some(param.into());
        self
    }

    pub(crate) fn missing(param: &str) -> Self {
        Self::invalid(format!("The parameter {param} is required."))
            .code("parameter_missing")
            .param(param)
    }

    pub(crate) fn unknown(param: &str) -> Self {
        Self::invalid(format!("There is no parameter {param} here."))
            .code("parameter_unknown")
            .param(param)
    }

    /// Returns the error for a missing object that `param` names: 404 if that is the `id` of the path,
    /// otherwise 400.
    pub(crate) fn no_such(object: &str, id: &str, param: &str) -> Self {
        let status = match param {
            "id" => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        let message = format!("There is no {object} {id}.");
        Self::new(status, "invalid_request_error", message).code("resource_missing").param(param)
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the body of the answer.
    pub fn body(&self) -> Value {
        let mut error = json!({ "type": self.kind, "message": self.message });
        if let Some(code) = self.code {
            error["code"] = json!(code);
        }
        if let Some(param) = &self.param {
            error["param"] = json!(param);
        }
        json!({ "error": error })
    }
}
