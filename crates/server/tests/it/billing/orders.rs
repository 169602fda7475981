//! The order in which events arrive does not matter.

use std::collections::BTreeSet;

use sims::stripe::Signature;

use crate::support::app::SignedIn;
use crate::support::shop::Shop;

/// Returns all orders of four.
fn orders() -> Vec<[usize; 4]> {
    let mut orders = Vec::new();
    for code in 0..256_usize {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if BTreeSet::from(order).len() == 4 {
            orders.push(order);
        }
    }
    assert_eq!(orders.len(), 24);
    orders
}

/// Returns the events about a customer, by their types.
async fn events(shop: &Shop, user: &SignedIn, kinds: [&str; 4]) -> Vec<String> {
    let customer = shop.customer(user.user.id).await;
    let all = shop.stripe.control.deliveries();
    let find = |kind: &str| {
        let of_kind = all.iter().filter(|delivery| delivery.kind == kind);
        let mut theirs = of_kind.filter(|delivery| {
            let event = shop.stripe.control.object(&delivery.event).unwrap();
            event["data"]["object"]["customer"] == customer.as_str()
        });
        theirs.next().unwrap_or_else(|| panic!("{kind}")).event.clone()
    };
    kinds.map(find).into()
}

/// Sends events in this order, and works on each before the next arrives.
async fn send(shop: &Shop, events: &[String], order: [usize; 4]) {
    for n in order {
        let one = &events[n..=n];
        let answers = shop.stripe.control.send(one, Signature::Right).await;
        assert_eq!(answers, [Some(200)]);
        shop.app.work_off_events().await;
    }
}

#[tokio::test]
async fn all_orders_of_a_purchase_end_the_same() {
    let shop = Shop::init().await;
    shop.stripe.control.hold(true);
    for (n, order) in orders().into_iter().enumerate() {
        let email = format!("reader{n}@example.com");
        let user = shop.app.new_user(&email).await;
        shop.pay(&user, "monthly").await;
        let kinds = [
            "checkout.session.completed",
            "customer.subscription.created",
            "customer.subscription.updated",
            "invoice.paid",
        ];
        let events = events(&shop, &user, kinds).await;
        send(&shop, &events, order).await;
        assert!(user.is_pro().await, "{order:?}");
        let rows = shop.app.subscriptions(user.user.id).await;
        assert_eq!((rows.len(), rows[0].version), (1, 1), "{order:?}");
        let mails = shop.app.waiting_mails(&email).await;
        assert_eq!(mails, ["upgraded"], "{order:?}");
    }
}

#[tokio::test]
async fn all_orders_of_a_whole_life_end_the_same() {
    let shop = Shop::init().await;
    shop.stripe.control.hold(true);
    for (n, order) in orders().into_iter().enumerate() {
        let user = shop.app.new_user(&format!("reader{n}@example.com")).await;
        shop.pay(&user, "monthly").await;
        let customer = shop.customer(user.user.id).await;
        shop.stripe.control.approve_refund(&customer, None).unwrap();
        // The user is Pro for a moment, until somebody else ends the subscription.
        shop.app.clock.advance(chrono::TimeDelta::seconds(1));
        let bought = shop.stripe.control.deliveries();
        let bought = bought.iter().rev();
        let mut bought = bought.filter(|it| it.kind == "customer.subscription.created");
        end(&shop, &bought.next().unwrap().object).await;
        let kinds = [
            "customer.subscription.created",
            "customer.subscription.deleted",
            "invoice.paid",
            "charge.refunded",
        ];
        let events = events(&shop, &user, kinds).await;
        send(&shop, &events, order).await;
        assert!(!user.is_pro().await, "{order:?}");
        let rows = shop.app.subscriptions(user.user.id).await;
        assert_eq!((rows.len(), rows[0].status.as_str()), (1, "canceled"), "{order:?}");
    }
}

async fn end(shop: &Shop, subscription: &str) {
    let url = format!("{}/v1/subscriptions/{subscription}", shop.stripe.base_url());
    let key = crate::support::shop::SECRET_KEY;
    let call = reqwest::Client::new().delete(url).bearer_auth(key);
    assert!(call.send().await.unwrap().status().is_success());
}

#[tokio::test]
async fn an_answer_that_a_later_one_overtook_changes_nothing() {
    use db::models::billing_customer::Customer;
    let shop = Shop::init().await;
    shop.buy(&shop.user, "monthly").await;
    let mut conn = shop.app.conn().await.unwrap();
    let row = Customer::find(shop.user.user.id, &mut conn).await;
    let id = row.unwrap().unwrap().id;
    let first = Customer::begin(id, &mut conn).await.unwrap();
    let second = Customer::begin(id, &mut conn).await.unwrap();
    assert!(Customer::apply(id, second, &mut conn).await.unwrap());
    assert!(!Customer::apply(id, first, &mut conn).await.unwrap());
    assert!(!Customer::apply(id, second, &mut conn).await.unwrap());
}
