//! The pages that people open.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use sims::forum::{NewComment, NewPost};

use super::support::Forum;

#[tokio::test]
async fn a_permalink_opens_the_post_with_its_comments() {
    let forum = Forum::empty().await;
    let new = NewPost {
        body: "**bold** <img src=x onerror=alert(1)>".into(),
        ..NewPost::titled("rust", "A <script> in the title")
    };
    let post = forum.sim.post(new).unwrap();
    let comment = forum.sim.comment(NewComment::on(&post.fullname, "An answer")).unwrap();
    for path in [&post.permalink, &comment.permalink] {
        let page = forum.get_as(path, None, None).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let html = page.text();
        assert!(html.contains("Stand-in forum"));
        assert!(html.contains("<strong>bold</strong>") && html.contains("An answer"));
        assert!(!html.contains("<script>") && !html.contains("<img src=x"));
    }
}

#[tokio::test]
async fn the_front_page_lists_new_posts_and_its_form_makes_one() {
    let forum = Forum::empty().await;
    let form = "subreddit=homelab&title=Quiet+fans%3F&body=Looking+for+quiet+fans.";
    let request = Request::post("/submit")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(form))
        .unwrap();
    let answer = forum.send(request).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let permalink = answer.headers["location"].to_str().unwrap().to_owned();
    assert!(permalink.starts_with("/r/homelab/comments/"));
    for path in ["/", "/r/homelab", "/r/homelab/"] {
        let html = forum.get_as(path, None, None).await.text();
        assert!(html.contains("Quiet fans?"), "{path}");
    }
}

#[tokio::test]
async fn what_does_not_exist_is_a_readable_404() {
    let forum = Forum::empty().await;
    for path in ["/r/nosuchplace/", "/r/thebackroom/", "/r/rust/comments/nope/x/"] {
        let page = forum.get_as(path, None, None).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.text().contains("Nothing here"));
    }
}
