//! Failures, as texts for people and exit statuses for scripts.

use std::error::Error;
use std::fmt::Display;
use std::{io, iter};

use reqwest::StatusCode;
use serde::Deserialize;

/// The exit statuses beside 1, as in sysexits.h: `EX_TEMPFAIL` and `EX_NOPERM`.
const TRY_AGAIN: u8 = 75;
const NO_PERMISSION: u8 = 77;

/// The reason that a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server did not answer, is too busy, or failed: the same call may succeed later.
    #[error("{0}")]
    TryAgain(String),
    /// The key is not valid, or it or the user's plan does not allow the call.
    #[error("{0}")]
    NotAllowed(String),
    #[error("{0}")]
    Wrong(String),
    #[error("cannot write: {0}")]
    Output(io::Error),
    /// Whoever read the output has read enough.
    #[error("the output was closed")]
    OutputClosed,
}

/// The part of an error's body that people read.
#[derive(Deserialize)]
struct ErrorBody {
    error: String,
    #[serde(default)]
    fields: std::collections::BTreeMap<String, String>,
}

impl Failure {
    /// Returns the exit status of the process: 75 if the same call may succeed later, 77 if the key or the plan does not
    /// allow it, else 1. Arguments that cannot be read end it with 2.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::TryAgain(_) => TRY_AGAIN,
            Self::NotAllowed(_) => NO_PERMISSION,
            Self::Wrong(_) | Self::Output(_) | Self::OutputClosed => 1,
        }
    }

    /// Returns the failure to read an answer, for a reason.
    pub(crate) fn unreadable(reason: impl Display) -> Self {
        Self::Wrong(format!("The server's answer cannot be read: {reason}"))
    }

    /// Returns the failure that an answer reports.
    pub(crate) fn of_answer(status: StatusCode, body: &str) -> Self {
        let text = match serde_json::from_str::<ErrorBody>(body) {
            Ok(ErrorBody { error, fields }) if fields.is_empty() => error,
            Ok(ErrorBody { fields, .. }) => fields
                .iter()
                .map(|(name, text)| format!("{name}: {text}"))
                .collect::<Vec<_>>()
                .join("\n"),
            Err(_) => format!("The server answered {status}. Does the address lead to Harken?"),
        };
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Self::NotAllowed(text),
            StatusCode::TOO_MANY_REQUESTS => Self::TryAgain(text),
            _ if status.is_server_error() => Self::TryAgain(text),
            _ => Self::Wrong(text),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Output(error),
        }
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        // The address is known, and may be long.
        let error = error.without_url();
        let causes = iter::successors(error.source(), |&cause| cause.source());
        let causes: Vec<String> = causes.map(ToString::to_string).collect();
        // An answer that ended early is an error of decoding as well.
        if error.source().is_some_and(|cause| cause.is::<serde_json::Error>()) {
            return Self::unreadable(causes.join(": "));
        }
        Self::TryAgain(format!("The server cannot be reached: {error}: {}", causes.join(": ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_becomes_a_text_and_an_exit_status() {
        let body = r#"{"code": "X", "error": "No.", "message": "No."}"#;
        for (status, exit) in
            [(400, 1), (404, 1), (422, 1), (401, 77), (403, 77), (429, 75), (500, 75), (503, 75)]
        {
            let failure = Failure::of_answer(StatusCode::from_u16(status).unwrap(), body);
            assert_eq!(
                (failure.exit_status(), failure.to_string()),
                (exit, "No.".to_owned()),
                "{status}"
            );
        }
        let fields = r#"{"code": "X", "error": "No.", "message": "No.", "fields": {"keyword": "Too long."}}"#;
        let text = Failure::of_answer(StatusCode::BAD_REQUEST, fields).to_string();
        assert_eq!(text, "keyword: Too long.");
        let text = Failure::of_answer(StatusCode::NOT_FOUND, "<html>").to_string();
        assert!(text.ends_with("Does the address lead to Harken?"), "{text}");
    }
}
