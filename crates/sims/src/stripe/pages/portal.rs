use askama::Template;
use axum::extract::Form;
use axum::response::Redirect;

use super::{day, described, gone, money, page};
use crate::prelude::*;
use crate::stripe::account::Account;
use crate::stripe::objects::{Cause, InvoiceStatus, PortalSession, Subscription};
use crate::stripe::sim::Sim;

struct Plan {
    price: String,
    status: &'static str,
    renews: String,
    ends: Option<String>,
}

struct Bill {
    number: String,
    day: String,
    amount: String,
    status: &'static str,
}

#[derive(Template)]
#[template(path = "stripe/portal.html")]
struct Portal {
    email: String,
    plan: Option<Plan>,
    card_declines: bool,
    bills: Vec<Bill>,
    return_url: Option<String>,
}

pub(super) async fn show(State(sim): State<Arc<Sim>>, Path(secret): Path<String>) -> Response {
    let found = sim.act(Cause::default(), |account| {
        let session = session(account, &secret)?;
        portal(account, &session)
    });
    found.map_or_else(gone, |template| page(StatusCode::OK, &template))
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Cancel,
    Reactivate,
    BreakCard,
    MendCard,
}

#[derive(Deserialize)]
pub(super) struct Chosen {
    action: Action,
}

pub(super) async fn act(
    State(sim): State<Arc<Sim>>,
    Path(secret): Path<String>,
    Form(chosen): Form<Chosen>,
) -> Response {
    let done = sim.act(Cause::default(), |account| {
        let session = session(account, &secret)?;
        let plan = plan(account, &session.customer).map(|plan| plan.id.clone());
        match (chosen.action, plan) {
            (Action::Cancel, Some(plan)) => account.cancel_by_portal(&plan),
            (Action::Reactivate, Some(plan)) => account.keep(&plan),
            (Action::BreakCard, _) => account.set_card_declines(&session.customer, true),
            (Action::MendCard, _) => account.set_card_declines(&session.customer, false),
            (Action::Cancel | Action::Reactivate, None) => {}
        }
        Some(())
    });
    match done {
        Some(()) => Redirect::to(&format!("/p/session/{secret}")).into_response(),
        None => gone(),
    }
}

fn session(account: &Account, secret: &str) -> Option<PortalSession> {
    let mut sessions = account.portal_sessions.newest_first();
    sessions.find(|session| session.secret == secret).cloned()
}

/// Returns the current subscription of a customer.
fn plan<'a>(account: &'a Account, customer: &str) -> Option<&'a Subscription> {
    let mut all = account.subscriptions.newest_first();
    all.find(|subscription| subscription.customer == customer && !subscription.has_ended())
}

fn portal(account: &Account, session: &PortalSession) -> Option<Portal> {
    let customer = account.customers.find(&session.customer)?;
    let plan = plan(account, &customer.id).map(|plan| Plan {
        price: described(&plan.price),
        status: plan.status.name(),
        renews: day(plan.period_end),
        ends: plan.cancel_at.map(day),
    });
    let invoices = account.invoices.newest_first();
    let theirs = invoices.filter(|invoice| invoice.customer == customer.id);
    let bills =
        theirs.filter(|invoice| invoice.status != InvoiceStatus::Draft).map(|invoice| Bill {
            number: invoice.number.clone(),
            day: day(invoice.created),
            amount: money(invoice.price.amount, &invoice.price.currency),
            status: invoice.status.name(),
        });
    Some(Portal {
        email: customer.email.clone().unwrap_or_default(),
        plan,
        card_declines: customer.card_declines,
        bills: bills.collect(),
        return_url: session.return_url.clone(),
    })
}
