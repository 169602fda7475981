//! Shows what arrived over HTTP, for tests in other languages.

use axum::extract::{Query as Params, State};

use crate::kit::control::{Wait, list};
use crate::prelude::*;
use crate::smtp::mailbox::{Mailbox, Query};

/// Routes every URL of the sink.
pub(crate) fn router(mailbox: Arc<Mailbox>) -> Router {
    Router::new()
        .route("/messages", get(messages))
        .route("/messages/wait", get(wait))
        .with_state(mailbox)
}

type Box = State<Arc<Mailbox>>;

async fn messages(State(mailbox): Box, Params(query): Params<Query>) -> Response {
    list(&mailbox.messages(&query))
}

async fn wait(
    State(mailbox): Box,
    Params(query): Params<Query>,
    Params(wait): Params<Wait>,
) -> Response {
    let messages = async |count, limit| mailbox.wait(&query, count, limit).await;
    wait.answer(messages).await
}
