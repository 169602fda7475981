use askama::Template;
use axum::extract::Form;
use axum::response::Redirect;

use super::{described, gone, page};
use crate::prelude::*;
use crate::stripe::billing::NotPaid;
use crate::stripe::objects::{Cause, SessionStatus};
use crate::stripe::sim::Sim;

#[derive(Template)]
#[template(path = "stripe/checkout.html")]
struct Checkout {
    email: String,
    price: String,
    cancel_url: Option<String>,
    declined: bool,
}

pub(super) async fn show(State(sim): State<Arc<Sim>>, Path(session): Path<String>) -> Response {
    shown(&sim, &session, false)
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Pay,
    Decline,
}

#[derive(Deserialize)]
pub(super) struct Chosen {
    outcome: Outcome,
}

/// Pays and redirects to the shop, or shows the page again with the error.
pub(super) async fn act(
    State(sim): State<Arc<Sim>>,
    Path(session): Path<String>,
    Form(chosen): Form<Chosen>,
) -> Response {
    let done = match chosen.outcome {
        Outcome::Pay => sim.pay(&session),
        Outcome::Decline => sim.decline(&session).and(Err(NotPaid::Declined)),
    };
    match done {
        Ok(success_url) => Redirect::to(&success_url).into_response(),
        Err(NotPaid::Declined) => shown(&sim, &session, true),
        Err(NotPaid::Gone) => gone(),
    }
}

fn shown(sim: &Sim, session: &str, declined: bool) -> Response {
    let found = sim.act(Cause::default(), |account| {
        let found = account.sessions.find(session)?;
        (found.status == SessionStatus::Open).then(|| Checkout {
            email: found.email.clone().unwrap_or_default(),
            price: described(&found.price),
            cancel_url: found.cancel_url.clone(),
            declined,
        })
    });
    let status = match declined {
        true => StatusCode::PAYMENT_REQUIRED,
        false => StatusCode::OK,
    };
    found.map_or_else(gone, |template| page(status, &template))
}
