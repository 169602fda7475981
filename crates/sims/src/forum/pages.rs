//! Readable pages for what the API lists: the newest posts, a subreddit, a post with its comments.

use askama::Template;
use axum::extract::Form;
use axum::response::Redirect;

use crate::forum::item::{Item, Kind, State as ItemState};
use crate::forum::listing::{Scope, scope};
use crate::forum::made::{NewComment, NewPost};
use crate::forum::markdown::page_html;
use crate::forum::sim::Sim;
use crate::forum::store::Access;
use crate::forum::things::{shown_author, shown_body};
use crate::kit::html;
use crate::prelude::*;

/// Number of posts on a list page.
const POSTS_A_PAGE: usize = 40;
/// Most characters of a body that a list page shows.
const TEASER_CHARS: usize = 240;

pub(crate) fn router() -> Router<Arc<Sim>> {
    Router::new()
        .route("/", get(front))
        .route("/r/{name}", get(subreddit))
        .route("/r/{name}/", get(subreddit))
        .route("/r/{name}/comments/{id}", get(thread_by_id))
        .route("/r/{name}/comments/{id}/", get(thread_by_id))
        .route("/r/{name}/comments/{id}/{slug}", get(thread))
        .route("/r/{name}/comments/{id}/{slug}/", get(thread))
        .route("/r/{name}/comments/{id}/{slug}/{comment}", get(comment))
        .route("/r/{name}/comments/{id}/{slug}/{comment}/", get(comment))
        .route("/submit", post(submit))
        .route("/reply", post(reply))
}

struct Card {
    subreddit: String,
    author: String,
    title: String,
    teaser: String,
    flair: String,
    permalink: String,
    age: String,
    score: i64,
    comments: u64,
}

struct CommentView {
    id: String,
    fullname: String,
    author: String,
    html: String,
    age: String,
    score: i64,
    depth: usize,
    by_poster: bool,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "forum/list.html")]
struct ListPage {
    heading: String,
    about: String,
    chosen: String,
    subreddits: Vec<String>,
    cards: Vec<Card>,
}

#[derive(Template)]
#[template(path = "forum/thread.html")]
struct ThreadPage {
    post: Card,
    fullname: String,
    html: String,
    link: String,
    comments: Vec<CommentView>,
}

#[derive(Template)]
#[template(path = "forum/missing.html")]
struct MissingPage {
    what: String,
}

async fn front(State(sim): State<Arc<Sim>>) -> Response {
    list(&sim, &Scope::All, "Newest posts".to_owned(), String::new(), String::new())
}

async fn subreddit(State(sim): State<Arc<Sim>>, Path(name): Path<String>) -> Response {
    let (scope, about) = {
        let inner = sim.lock();
        let about = inner.forum.subreddit(&name).map(|sub| (sub.name.clone(), sub.title.clone()));
        (scope(&inner.forum, &name), about)
    };
    match (scope, about) {
        (Scope::All, _) => front(State(sim)).await,
        (scope @ Scope::Some(_), Some((name, title))) => {
            list(&sim, &scope, format!("r/{name}"), title, name)
        }
        _ => missing(format!("There is nothing to read in r/{name}.")),
    }
}

fn list(sim: &Sim, scope: &Scope, heading: String, about: String, chosen: String) -> Response {
    let now = sim.now();
    let inner = sim.lock();
    let open =
        |name: &str| inner.forum.subreddit(name).is_some_and(|sub| sub.access == Access::Public);
    let posts = inner.forum.newest(Kind::Post).filter(|post| match scope {
        Scope::Some(names) => names.iter().any(|name| post.subreddit.eq_ignore_ascii_case(name)),
        _ => open(&post.subreddit),
    });
    let cards = posts.take(POSTS_A_PAGE).map(|post| card(post, now)).collect();
    let public = inner.forum.subreddits().filter(|sub| sub.access == Access::Public);
    let subreddits = public.map(|sub| sub.name.clone()).collect();
    html(&ListPage { heading, about, chosen, subreddits, cards })
}

async fn thread_by_id(
    State(sim): State<Arc<Sim>>,
    Path((_, id)): Path<(String, String)>,
) -> Response {
    show(&sim, &id, "")
}

async fn thread(
    State(sim): State<Arc<Sim>>,
    Path((_, id, _)): Path<(String, String, String)>,
) -> Response {
    show(&sim, &id, "")
}

async fn comment(
    State(sim): State<Arc<Sim>>,
    Path((_, id, _, comment)): Path<(String, String, String, String)>,
) -> Response {
    show(&sim, &id, &comment)
}

fn show(sim: &Sim, id: &str, chosen: &str) -> Response {
    let now = sim.now();
    let inner = sim.lock();
    let fullname = format!("t3_{id}");
    let Some(post) = inner.forum.get(&fullname) else {
        return missing("This post does not exist, or it is too old to be kept.".to_owned());
    };
    let comments: Vec<&Item> = inner.forum.comments_of(&fullname).collect();
    let mut views = Vec::with_capacity(comments.len());
    collect(&comments, &fullname, 0, &mut |item, depth| {
        views.push(CommentView {
            id: item.id.clone(),
            fullname: item.fullname(),
            author: shown_author(item).to_owned(),
            html: page_html(shown_body(item)),
            age: age(item.created, now),
            score: item.score(now),
            depth,
            by_poster: item.author == post.author && item.state == ItemState::Live,
            chosen: item.id == chosen,
        });
    });
    html(&ThreadPage {
        post: card(post, now),
        html: page_html(shown_body(post)),
        link: post.link.clone().unwrap_or_default(),
        fullname,
        comments: views,
    })
}

/// Passes the tree of comments under `parent` to `found`, each with its depth.
fn collect(comments: &[&Item], parent: &str, depth: usize, found: &mut impl FnMut(&Item, usize)) {
    const DEEPEST: usize = 6;
    for item in comments.iter().filter(|item| item.parent_id.as_deref() == Some(parent)) {
        found(item, depth.min(DEEPEST));
        collect(comments, &item.fullname(), depth + 1, found);
    }
}

#[derive(Deserialize)]
struct PostForm {
    subreddit: String,
    title: String,
    #[serde(default)]
    body: String,
}

async fn submit(State(sim): State<Arc<Sim>>, Form(form): Form<PostForm>) -> Response {
    let new = NewPost { body: form.body, ..NewPost::titled(&form.subreddit, &form.title) };
    match sim.post(new) {
        Ok(made) => Redirect::to(&made.permalink).into_response(),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).into_response(),
    }
}

#[derive(Deserialize)]
struct ReplyForm {
    parent: String,
    body: String,
}

async fn reply(State(sim): State<Arc<Sim>>, Form(form): Form<ReplyForm>) -> Response {
    let new = NewComment::on(&form.parent, &form.body);
    match sim.comment(new) {
        Ok(made) => Redirect::to(&made.permalink).into_response(),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).into_response(),
    }
}

fn card(post: &Item, now: DateTime<Utc>) -> Card {
    let body = shown_body(post);
    let mut teaser: String = body.chars().take(TEASER_CHARS).collect();
    if teaser.len() < body.len() {
        teaser.push('…');
    }
    Card {
        subreddit: post.subreddit.clone(),
        author: shown_author(post).to_owned(),
        title: post.title.clone(),
        teaser,
        flair: post.flair.clone().unwrap_or_default(),
        permalink: post.permalink(),
        age: age(post.created, now),
        score: post.score(now),
        comments: post.comments,
    }
}

fn age(then: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let past = now - then;
    match (past.num_minutes(), past.num_hours(), past.num_days()) {
        (..1, _, _) => "just now".to_owned(),
        (minutes, ..1, _) => format!("{minutes} min ago"),
        (_, hours, ..1) => format!("{hours} h ago"),
        (_, _, days) => format!("{days} d ago"),
    }
}

fn missing(what: String) -> Response {
    (StatusCode::NOT_FOUND, html(&MissingPage { what })).into_response()
}
