use axum::http::Request;
use db::models::user::User;
use domain::auth::action_token::ActionLink;

use crate::support::prelude::*;

async fn one_click(client: &Client, path: &str) -> Answer {
    let request = Request::post(path)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from("List-Unsubscribe=One-Click"))
        .unwrap();
    client.send_raw(request).await
}

async fn wants_mail(test: &TestApp, id: Uuid) -> bool {
    let mut conn = test.conn().await.unwrap();
    User::find(id, &mut conn).await.unwrap().email_notifications
}

#[tokio::test]
async fn looking_at_the_page_changes_nothing() {
    let (test, anon, ada) = TestApp::init().await.with_user().await;
    let token = test.secrets.unsubscribe_token(ada.user.id);
    let page = anon.get(&format!("/api/unsubscribe/{token}")).await.expect(200);
    assert!(
        page.text.contains("<form method=\"post\">") && page.text.contains("Stop all email alerts")
    );
    assert!(
        page.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'")
    );
    assert_eq!(page.headers["cache-control"], "no-store");
    assert!(!page.headers.contains_key("set-cookie"));
    assert!(wants_mail(&test, ada.user.id).await);
}

#[tokio::test]
async fn one_click_switches_mail_off_and_may_be_repeated() {
    let (test, anon, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let token = test.secrets.unsubscribe_token(ada.user.id);
    let path = format!("/api/unsubscribe/{token}");
    for _ in 0..2 {
        let done = one_click(&anon, &path).await.expect(200);
        assert!(done.text.contains("You are unsubscribed"));
    }
    assert!(!wants_mail(&test, ada.user.id).await);
    assert!(wants_mail(&test, bob.user.id).await);
    let page = anon.get(&path).await;
    assert!(page.text.contains("You are unsubscribed") && !page.text.contains("<form"));
}

#[tokio::test]
async fn a_wrong_link_is_a_page_that_says_so() {
    let (test, anon, ada) = TestApp::init().await.with_user().await;
    let mut forged = test.secrets.unsubscribe_token(Uuid::now_v7());
    forged.replace_range(..20, &test.secrets.unsubscribe_token(ada.user.id)[..20]);
    let stranger = test.secrets.unsubscribe_token(Uuid::now_v7());
    for token in ["x", forged.as_str(), stranger.as_str(), "%00%FF"] {
        let path = format!("/api/unsubscribe/{token}");
        for answer in [anon.get(&path).await, one_click(&anon, &path).await] {
            assert_eq!(answer.status, 404, "{token}");
        }
    }
    assert!(anon.get("/api/unsubscribe/x").await.text.contains("This link does not work"));
    assert!(wants_mail(&test, ada.user.id).await);
}

#[tokio::test]
async fn one_click_is_as_rfc_8058_has_it() {
    let (test, anon, ada) = TestApp::init().await.with_user().await;
    let token = test.secrets.unsubscribe_token(ada.user.id);
    let path = format!("/api/unsubscribe/{token}");
    // Sections 3.1 and 3.2: the POST carries neither cookies nor credentials, has this body in
    // either form encoding, and is answered without a redirect.
    let boundary = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\n\
                    One-Click\r\n--b--\r\n";
    for (kind, body) in [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        ("multipart/form-data; boundary=b", boundary),
    ] {
        test.sql("UPDATE users SET email_notifications = true").await;
        for method in ["GET", "HEAD"] {
            let look = Request::builder().method(method).uri(&path);
            anon.send_raw(look.body(Body::empty()).unwrap()).await.expect(200);
            assert!(wants_mail(&test, ada.user.id).await, "{method}");
        }
        for _ in 0..2 {
            let request = Request::post(&path).header("content-type", kind);
            let done = anon.send_raw(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(done.status, 200, "{kind}");
            for header in ["location", "set-cookie", "www-authenticate"] {
                assert!(!done.headers.contains_key(header), "{header}");
            }
            assert!(!wants_mail(&test, ada.user.id).await, "{kind}");
        }
    }
}

#[tokio::test]
async fn the_page_of_a_matchs_mail_also_leads_to_less_of_its_keyword() {
    let (test, anon, ada) = TestApp::init().await.with_user().await;
    let bob = test.new_user("bob@example.com").await;
    let unsubscribe = test.secrets.unsubscribe_token(ada.user.id);
    let alert = |user: &User| {
        let [watch, notification] = [Uuid::now_v7(), Uuid::now_v7()];
        let link = ActionLink::page(user, watch, notification, user.created_at);
        link.token(&test.secrets)
    };
    let own = alert(&ada.user);
    let page = async |alert: &str| {
        let path = format!("/api/unsubscribe/{unsubscribe}?alert={alert}");
        anon.get(&path).await.text
    };
    assert!(page(&own).await.contains(&format!("/api/alerts/{own}")));
    let foreign = alert(&bob.user);
    for alert in [foreign.as_str(), "javascript:alert(1)", "%22%3E%3Cscript", ""] {
        assert!(!page(alert).await.contains("Only one keyword bothering you?"), "{alert}");
    }
    assert!(wants_mail(&test, ada.user.id).await);
}
