//! `/v1/`: chat completions and the list of models.

use std::time::Duration;

use axum::http::{HeaderMap, header};
use axum::response::Html;

use crate::kit::Cut;
use crate::llm::answers::Asked;
use crate::llm::faults::FaultKind;
use crate::llm::sim::{Seen, Sim};
use crate::prelude::*;

/// Size of the endless answer, in bytes.
const ENDLESS: usize = 2 << 20;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new().route("/models", get(models)).route("/chat/completions", post(complete))
}

async fn models(State(sim): State<Arc<Sim>>) -> Json<Value> {
    Json(json!({"object": "list", "data": [{"id": sim.config.model, "object": "model"}]}))
}

async fn complete(
    State(sim): State<Arc<Sim>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let authorization = headers.get(header::AUTHORIZATION);
    let authorization = authorization.and_then(|value| value.to_str().ok());
    let fault =
        sim.enter(Seen { authorization: authorization.map(str::to_owned), body: body.clone() });
    if let Some(fault) = &fault {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
    let wanted = sim.config.api_key.as_ref().map(|key| format!("Bearer {key}"));
    if wanted.is_some() && wanted.as_deref() != authorization {
        return error(401, "invalid_api_key");
    }
    if body["model"] != sim.config.model.as_str() {
        return error(404, "model_not_found");
    }
    if body["response_format"]["type"] != "json_schema" {
        return error(400, "unsupported_value");
    }
    let Some(asked) = Asked::of(&body) else {
        return error(400, "invalid_value");
    };
    let kind = fault.as_ref().map(|fault| &fault.fault);
    match kind {
        Some(FaultKind::Status(status)) => error(*status, "on_demand"),
        Some(FaultKind::Html) => Html("<!doctype html><title>Wait</title>").into_response(),
        Some(FaultKind::Stall) => std::future::pending().await,
        Some(FaultKind::Cut) => Cut.into_response(),
        Some(FaultKind::Endless) => " ".repeat(ENDLESS).into_response(),
        Some(FaultKind::NoChoices) => completion(&sim, &json!([])),
        Some(FaultKind::NoText) => {
            let calls = json!([{"id": "call_0", "type": "function",
                "function": {"name": "send", "arguments": "{}"}}]);
            let message = json!({"role": "assistant", "content": null, "tool_calls": calls});
            completion(
                &sim,
                &json!([{
                    "index": 0, "message": message, "finish_reason": "tool_calls",
                }]),
            )
        }
        kind => {
            let reason = match kind {
                Some(FaultKind::Truncated) => "length",
                _ => "stop",
            };
            let message = json!({"role": "assistant", "content": asked.content(kind)});
            completion(
                &sim,
                &json!([{
                    "index": 0, "message": message, "finish_reason": reason,
                }]),
            )
        }
    }
}

fn completion(sim: &Sim, choices: &Value) -> Response {
    Json(json!({
        "id": "chatcmpl-standin", "object": "chat.completion", "created": 0,
        "model": sim.config.model, "choices": choices,
        "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
    }))
    .into_response()
}

fn error(status: u16, code: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let error = json!({"message": "The call is refused.", "type": "error", "code": code});
    (status, Json(json!({"error": error}))).into_response()
}
