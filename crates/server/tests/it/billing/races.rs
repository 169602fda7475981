use futures::future::{join, join_all};

use crate::support::jobs::drain_payments;
use crate::support::prelude::*;
use crate::support::shop::Shop;

/// Returns the number of active watches and of all watches.
async fn watches(user: &Client) -> (i64, i64) {
    let list = user.get("/api/keywords").await.json;
    let number = |value: &Value| value.as_i64().unwrap();
    (number(&list["active"]), number(&list["total"]))
}

async fn create(user: &Client, n: usize) -> (u16, String) {
    let body = json!({"keyword": format!("keyword {n}")});
    let answer = user.post("/api/keywords", body).await;
    let id = answer.json["_id"].as_str().unwrap_or_default().to_owned();
    (answer.status, id)
}

#[tokio::test]
async fn fifty_creates_during_a_downgrade_leave_three_active() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.buy(user, "monthly").await;
    shop.approve_refund(user.user.id).await;
    shop.arrive().await;
    let creates = join_all((0..50).map(|n| create(user, n)));
    let (made, _) = join(creates, shop.app.work_off_events()).await;
    assert!(!user.is_pro().await);
    let made = made.iter().filter(|(status, _)| *status == 201).count();
    let (active, total) = watches(user).await;
    assert_eq!(total, i64::try_from(made).unwrap());
    assert!(total >= 3, "{total}");
    assert_eq!(active, 3);
}

#[tokio::test]
async fn toggles_during_a_downgrade_leave_at_most_three_active() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.buy(user, "monthly").await;
    let mut ids = Vec::new();
    for n in 0..12 {
        ids.push(create(user, n).await.1);
    }
    shop.approve_refund(user.user.id).await;
    shop.arrive().await;
    let toggles = ids.iter().chain(&ids).map(|id| {
        let path = format!("/api/keywords/{id}/toggle");
        let user = user.client.clone();
        async move { user.patch(&path).await.status }
    });
    let (statuses, _) = join(join_all(toggles), shop.app.work_off_events()).await;
    assert!(statuses.iter().all(|status| [200, 403].contains(status)));
    assert!(!user.is_pro().await);
    let (active, total) = watches(user).await;
    assert_eq!(total, 12);
    assert!(active <= 3, "{active}");
}

#[tokio::test]
async fn fifty_creates_during_an_upgrade_are_made_or_refused() {
    let shop = Shop::init().await;
    let user = &shop.user;
    shop.pay(user, "monthly").await;
    shop.arrive().await;
    let creates = join_all((0..50).map(|n| create(user, n)));
    let (made, _) = join(creates, shop.app.work_off_events()).await;
    assert!(user.is_pro().await);
    let made = made.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(watches(user).await, (made as i64, made as i64));
    assert!(made >= 3, "{made}");
}

#[tokio::test]
async fn events_that_several_processes_work_on_have_one_effect() {
    let shop = Shop::init().await;
    shop.pay(&shop.user, "monthly").await;
    shop.arrive().await;
    let events = "SELECT count(*) FROM provider_events";
    let events = usize::try_from(shop.app.count(events).await).unwrap();
    assert!(events > 2);
    let others = [shop.another_process().await, shop.another_process().await];
    let drains = others.iter().map(drain_payments);
    let worked: usize = join_all(drains).await.into_iter().sum();
    assert_eq!(worked, events);
    let rows = shop.app.subscriptions(shop.user.user.id).await;
    assert_eq!(rows.len(), 1);
    let mails = shop.app.waiting_mails("reader@example.com").await;
    assert_eq!(mails, ["upgraded"]);
}
