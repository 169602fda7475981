//! The web app as the server sends it.

use std::path::Path;

use axum::body::Body;
use axum::http::Request;

use crate::support::app::{Answer, Client, TestApp};

/// A shortened form of what Vite builds.
const BUILT: &str = r#"<!doctype html>
<head>
    <!-- page -->
    <title>Built</title>
    <!-- /page -->
    <script src="/theme.js" nonce="__CSP_NONCE__"></script>
    <meta property="csp-nonce" nonce="__CSP_NONCE__">
</head>
<body></body>
"#;

/// Makes a site with a built web app and these settings.
async fn site(settings: &[&str]) -> (tempfile::TempDir, TestApp, Client) {
    let web = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| std::fs::write(web.path().join(path), text).unwrap();
    std::fs::create_dir(web.path().join("assets")).unwrap();
    write("index.html", BUILT);
    write("theme.js", "theme()");
    write("assets/app-1a2b.js", "app()");
    let (test, client) = with_web_dir(web.path(), settings).await;
    (web, test, client)
}

async fn with_web_dir(web: &Path, settings: &[&str]) -> (TestApp, Client) {
    let web_dir = format!("server.web_dir={}", web.display());
    let mut all = vec![web_dir.as_str()];
    all.extend(settings);
    TestApp::init_with(&all).await.anon()
}

async fn get_as(client: &Client, path: &str, accept: &str) -> Answer {
    let request = Request::get(path).header("accept", accept);
    client.send_raw(request.body(Body::empty()).unwrap()).await
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map_or("", |v| v.to_str().unwrap())
}

fn nonce_of(answer: &Answer) -> String {
    let policy = header(answer, "content-security-policy");
    let (_, rest) = policy.split_once("'nonce-").unwrap();
    rest.split_once('\'').unwrap().0.to_owned()
}

#[tokio::test]
async fn each_answer_has_a_nonce_of_its_own_in_the_policy_and_on_the_tags() {
    let (_web, _test, anon) = site(&[]).await;
    let (one, other) = (anon.get("/login").await, anon.get("/login").await);
    assert_ne!(nonce_of(&one), nonce_of(&other));
    for page in [one, other] {
        let nonce = nonce_of(&page);
        assert!(nonce.len() >= 22, "{nonce}");
        assert_eq!(page.text.matches(&format!(" nonce=\"{nonce}\"")).count(), 2);
        assert!(!page.text.contains("__CSP_NONCE__"), "{}", page.text);
    }
}

#[tokio::test]
async fn the_page_may_run_only_what_the_site_itself_sent() {
    let (_web, _test, anon) = site(&[]).await;
    let page = anon.get("/").await;
    let policy = header(&page, "content-security-policy");
    let nonce = nonce_of(&page);
    let rules: Vec<_> = policy.split("; ").collect();
    assert_eq!(
        rules,
        [
            "default-src 'self'",
            &format!("script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'"),
            &format!("style-src 'self' 'nonce-{nonce}'"),
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    );
    assert_eq!(header(&page, "cache-control"), "no-cache");
    assert_eq!(header(&page, "content-type"), "text/html; charset=utf-8");
}

#[tokio::test]
async fn every_answer_is_guarded_whoever_makes_it() {
    let settings = ["server.demo=true", "mail.backend=file"];
    let (_web, _test, anon) = site(&settings).await;
    for (path, status, caching) in [
        ("/", 200, "no-cache"),
        ("/dashboard", 200, "no-cache"),
        ("/theme.js", 200, "no-cache"),
        ("/assets/app-1a2b.js", 200, "public, max-age=31536000, immutable"),
        ("/assets/gone.js", 404, "no-store"),
        ("/robots.txt", 200, "no-store"),
        ("/sitemap.xml", 200, "no-store"),
        ("/demo/mailbox", 200, "no-store"),
        ("/api", 404, "no-store"),
        ("/api/healthz", 200, "no-store"),
        ("/api/openapi.json", 200, "no-store"),
        ("/api/nothing", 404, "no-store"),
        ("/api/users/profile", 401, "no-store"),
        ("/api/unsubscribe/x", 404, "no-store"),
    ] {
        let answer = anon.get(path).await;
        assert_eq!((answer.status, header(&answer, "cache-control")), (status, caching), "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), value, "{path}");
        }
        let policy = header(&answer, "content-security-policy");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
        if path.starts_with("/api") && !path.contains("unsubscribe") {
            assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'", "{path}");
        }
        assert!(header(&answer, "permissions-policy").contains("camera=()"), "{path}");
        assert_eq!(header(&answer, "strict-transport-security"), "", "{path}");
    }
}

#[tokio::test]
async fn browsers_are_kept_to_https_where_the_site_is_reached_by_it() {
    let (_web, _test, anon) = site(&["server.public_url=https://harken.example"]).await;
    for path in ["/", "/api/healthz", "/assets/app-1a2b.js"] {
        let answer = anon.get(path).await;
        assert_eq!(header(&answer, "strict-transport-security"), "max-age=31536000");
    }
}

#[tokio::test]
async fn pages_made_by_the_server_alone_style_themselves_by_a_nonce_and_run_nothing() {
    let settings = ["server.demo=true", "mail.backend=file"];
    let (_web, _test, anon) = site(&settings).await;
    for path in ["/demo/mailbox", "/api/unsubscribe/x"] {
        let page = anon.get(path).await;
        let style = format!("<style nonce=\"{}\">", nonce_of(&page));
        assert_eq!(page.text.matches("<style").count(), 1, "{path}");
        assert!(page.text.contains(&style), "{path}: {}", page.text);
        assert!(!page.text.contains(" style="), "{path}: {}", page.text);
        let policy = header(&page, "content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("script-src"));
    }
}

#[tokio::test]
async fn a_missing_file_is_404_and_an_unknown_address_is_the_page() {
    let (_web, _test, anon) = site(&[]).await;
    const PERSON: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (path, accept, status) in [
        ("/assets/x.js", "*/*", 404),
        ("/assets/x.js", PERSON, 404),
        ("/assets/x", PERSON, 404),
        ("/missing.png", "image/png", 404),
        ("/missing.png", PERSON, 200),
        ("/no/such/place", "*/*", 200),
        ("/assets", "*/*", 200),
        ("/index.html", "*/*", 200),
        ("/index%2ehtml", "*/*", 200),
        ("/..%2f..%2fCargo.toml", "*/*", 404),
        ("/assets/..%2findex.html", "*/*", 404),
    ] {
        let answer = get_as(&anon, path, accept).await;
        assert_eq!(answer.status, status, "{path} {accept}: {}", answer.text);
        // No answer is a page with unfilled placeholders.
        assert!(!answer.text.contains("__CSP_NONCE__"), "{path}");
        assert_eq!(answer.text.contains("csp-nonce"), status == 200, "{path} {accept}");
    }
    let answer = anon.send("POST", "/login", None).await;
    assert_eq!((answer.status, answer.code()), (405, "METHOD_NOT_ALLOWED"));
}

#[tokio::test]
async fn a_page_says_what_it_is_to_those_who_run_no_scripts() {
    let (_web, _test, anon) = site(&["server.public_url=https://harken.example/"]).await;
    let terms = anon.get("/terms/").await.text;
    for part in [
        "<title>Terms of",
        "<meta name=\"description\" content=\"",
        "<link rel=\"canonical\" href=\"https://harken.example/terms\" />",
        "<meta property=\"og:title\" content=\"Terms of",
        "<meta property=\"og:description\" content=\"",
        "<meta property=\"og:url\" content=\"https://harken.example/terms\" />",
    ] {
        assert!(terms.contains(part), "{part} is not in {terms}");
    }
    assert!(!terms.contains("noindex") && !terms.contains("<title>Built"));
    for path in ["/dashboard", "/nowhere", "/forgot-password"] {
        let text = anon.get(path).await.text;
        assert!(text.contains("<meta name=\"robots\" content=\"noindex\" />"), "{path}");
        assert_eq!(text.matches("<title>").count(), 1, "{path}");
    }
}

#[tokio::test]
async fn the_page_describes_the_site_to_the_app_and_escapes_it() {
    let (_web, _test, anon) =
        site(&["server.plans=off", "mail.from=Harken <o'neil&co@example.com>"]).await;
    let text = anon.get("/").await.text;
    let (_, rest) = text.split_once("name=\"harken-site\" content=\"").unwrap();
    let content = rest.split_once('"').unwrap().0;
    assert!(content.contains("&#39;neil&#38;co@example.com"), "{content}");
    for told in [
        "plans&#34;:&#34;off",
        "insights&#34;:&#34;builtin",
        "registration&#34;:&#34;open",
        "sendsMail&#34;:true",
        "readsReddit&#34;:false",
        "sites&#34;:[]",
        // Where nothing is read yet, Reddit is named as the example.
        "keyword alerts for Reddit",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let (_web, _test, anon) = site(&[
        "server.support_email=help@example.com",
        "insights.provider=model",
        "insights.model.base_url=http://127.0.0.1:9/v1",
        "insights.model.name=any",
        "hacker_news.enabled=true",
    ])
    .await;
    let text = anon.get("/").await.text;
    let title = "<title>Harken: keyword alerts for Hacker News</title>";
    assert!(text.contains(title), "{text}");
    for told in [
        "help@example.com",
        "plans&#34;:&#34;on",
        "insights&#34;:&#34;model",
        "sites&#34;:[&#34;news.ycombinator.com&#34;]",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let (_web, _test, anon) = site(&[
        "forum.client_id=x",
        "forum.client_secret=y",
        "forum.user_agent=server:harken-test:1.0 (by /u/harken-test)",
        "hacker_news.enabled=true",
        "mail.backend=off",
    ])
    .await;
    let text = anon.get("/").await.text;
    for told in [
        "sendsMail&#34;:false",
        "readsReddit&#34;:true",
        "<title>Harken: keyword alerts for Reddit and Hacker News</title>",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[tokio::test]
async fn search_engines_find_the_public_pages_and_no_others() {
    let (_web, _test, anon) = site(&["server.public_url=https://harken.example"]).await;
    let sitemap = anon.get("/sitemap.xml").await;
    assert_eq!(header(&sitemap, "content-type"), "application/xml");
    for path in ["/", "/terms", "/refund", "/privacy"] {
        let entry = format!("<loc>https://harken.example{path}</loc>");
        assert!(sitemap.text.contains(&entry), "{entry}");
    }
    for path in ["/dashboard", "/forgot-password"] {
        assert!(!sitemap.text.contains(path), "{path}");
    }
    let robots = anon.get("/robots.txt").await.text;
    assert!(robots.contains("Sitemap: https://harken.example/sitemap.xml\n"), "{robots}");
    assert!(robots.contains("Disallow: /api/\n"), "{robots}");
}

#[tokio::test]
async fn a_file_is_sent_in_the_smallest_form_that_is_there_and_accepted() {
    let (web, _test, anon) = site(&[]).await;
    for (name, text) in [("app-1a2b.js.br", "as br"), ("app-1a2b.js.gz", "as gzip")] {
        std::fs::write(web.path().join("assets").join(name), text).unwrap();
    }
    for (accepted, coding, text) in [
        ("gzip, deflate, br", "br", "as br"),
        ("gzip", "gzip", "as gzip"),
        ("identity", "", "app()"),
    ] {
        let request = Request::get("/assets/app-1a2b.js").header("accept-encoding", accepted);
        let answer = anon.send_raw(request.body(Body::empty()).unwrap()).await;
        let is = |name: &str| header(&answer, name);
        assert_eq!((is("content-encoding"), answer.text.as_str()), (coding, text));
        assert_eq!(is("content-type"), "text/javascript");
        assert_eq!(is("vary"), "accept-encoding");
        assert_eq!(is("cache-control"), "public, max-age=31536000, immutable");
    }
}

#[tokio::test]
async fn a_new_build_shows_without_a_restart() {
    let (web, _test, anon) = site(&[]).await;
    let rebuilt = BUILT.replace("<body>", "<body class=\"new\">");
    std::fs::write(web.path().join("index.html"), rebuilt).unwrap();
    assert!(anon.get("/").await.text.contains("<body class=\"new\">"));
}

#[tokio::test]
async fn without_a_built_web_app_the_api_still_answers() {
    let (web, _test, anon) = site(&[]).await;
    // As while a new build is being installed.
    web.close().unwrap();
    assert_eq!(anon.get("/").await.status, 404);
    assert_eq!(anon.get("/api/healthz").await.status, 200);
}

#[test]
fn the_web_app_marks_the_places_that_the_server_fills() {
    let index = include_str!("../../../../web/index.html");
    assert!(index.contains("<!-- page -->") && index.contains("<!-- /page -->"));
    let vite = include_str!("../../../../web/vite.config.ts");
    assert!(vite.contains("cspNonce: '__CSP_NONCE__'"));
}
