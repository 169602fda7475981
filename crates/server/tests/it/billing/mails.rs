use crate::support::jobs::drain_outbox;
use crate::support::shop::Shop;

/// Starts a shop whose emails go to a mail server.
async fn shop_with_mail() -> (Shop, sims::smtp::Handle) {
    let sink = sims::smtp::start(sims::smtp::Config::for_tests());
    let sink = sink.await.unwrap();
    let smtp = format!("mail.smtp_url=smtp://{}", sink.smtp_addr);
    (Shop::init_with(&[&smtp]).await, sink)
}

#[tokio::test]
async fn the_mail_says_what_was_bought_and_how_to_cancel_it() {
    let (shop, sink) = shop_with_mail().await;
    shop.buy(&shop.user, "yearly").await;
    drain_outbox(&shop.app).await;
    let mails = sink.mailbox.messages(&sims::smtp::Query::default());
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "You are on Harken Pro");
    let text = mails[0].text.as_deref().unwrap();
    for part in ["99.99 CAD a year", "renews on", "https://harken.example/subscription"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[tokio::test]
async fn what_has_ended_before_its_mail_is_not_confirmed() {
    let (shop, sink) = shop_with_mail().await;
    shop.buy(&shop.user, "monthly").await;
    shop.refund(&shop.user).await;
    drain_outbox(&shop.app).await;
    let mails = sink.mailbox.messages(&sims::smtp::Query::default());
    assert!(mails.is_empty());
}
