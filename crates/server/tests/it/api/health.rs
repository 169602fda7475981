use crate::support::app::TestApp;

#[tokio::test]
async fn health_reports_that_the_database_answers() {
    let (_app, anon) = TestApp::init().await.anon();
    for path in ["/api/healthz", "/api/livez", "/api/readyz"] {
        let answer = anon.get(path).await;
        assert_eq!((answer.status, &answer.json["status"]), (200, &"ok".into()));
    }
}

#[tokio::test]
async fn unknown_calls_and_methods_get_the_one_error_body() {
    let (_app, anon) = TestApp::init().await.anon();
    let unknown = anon.get("/api/nothing").await;
    assert_eq!((unknown.status, unknown.code()), (404, "NOT_FOUND"));
    let wrong = anon.delete("/api/healthz").await;
    assert_eq!((wrong.status, wrong.code()), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(wrong.json["error"], wrong.json["message"]);
    assert!(wrong.json["requestId"].is_string(), "{}", wrong.json);
}

#[tokio::test]
async fn health_needs_no_token_and_takes_one() {
    let (_app, anon, user) = TestApp::init().await.with_user().await;
    assert_eq!(anon.get("/api/healthz").await.status, 200);
    assert_eq!(user.get("/api/healthz").await.status, 200);
}
