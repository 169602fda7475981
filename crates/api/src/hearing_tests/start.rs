use anyhow::Context as _;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use matcher::{Example, Frame, example};

use super::HearingTest;
use crate::prelude::*;
use db::models::hearing_test::{HearingTest as Row, PlantedPost};
use db::models::user::User;
use db::models::watch::Watch;
use db::schema::{users, watches};
use domain::watches::rule::parse_row;
use foundation::background;

/// The texts of a test post besides the words of the keyword. The second one is for keywords that exclude some
/// of the first. No subreddit has a hyphen in its name.
const FRAMES: [Frame<'static>; 2] = [
    Frame {
        label: "Hearing test: ",
        text: "Harken planted this post so that you can see your alerts arrive. It is not published anywhere.",
        author: "harken-test",
        place: "hearing-test",
    },
    Frame {
        label: "Harken tries a keyword: ",
        text: "",
        author: "nobody-wrote-this",
        place: "tried-by-harken",
    },
];

#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HearingTestInput {
    /// The keyword to test.
    watch_id: Uuid,
}

/// Starts a hearing test of one of the user's active keywords.
///
/// Creates a post that the keyword matches, labelled as a test, and follows it: it is read, matched, and sent by email
/// and to the user's channels at once, regardless of digests and quiet hours. Nobody else gets it. It is not listed,
/// counted, searched or analysed, and replaces the user's previous test.
#[utoipa::path(
    post, path = "/hearing-tests", tag = "hearing tests", security(("token" = [])),
    request_body = HearingTestInput,
    responses(
        AnyCall, JsonBody, SignedIn, OwnId,
        (status = 201, body = HearingTest),
        (status = 409, body = ErrorBody, description = "`KEYWORD_INACTIVE`, `KEYWORD_PAUSED`, \
            `KEYWORD_SNOOZED`, `EMAIL_UNVERIFIED`, and `NO_TEST_POST` if no labelled post can match the keyword"),
    )
)]
pub async fn start_hearing_test(
    State(app): State<App>,
    auth: AuthUser,
    Valid(input): Valid<HearingTestInput>,
) -> ApiResult<(StatusCode, Json<HearingTest>)> {
    let watch = {
        let mut conn = app.conn().await?;
        let user = User::find(auth.id, &mut conn).await?;
        let watch = Watch::find_own(input.watch_id, auth.id, &mut conn).await?;
        let watch = watch.ok_or_else(|| ApiError::not_found("keyword watch"))?;
        check(&app, &user, &watch)?;
        watch
    };
    let post = planted_post(&app, auth.id, &watch).await?;
    let test = Row::new(auth.id, watch.id, &watch.keyword, post, app.clock.now());
    let mut conn = app.conn().await?;
    let planted = conn
        .transaction::<_, ApiError, _>(async |conn| {
            hold(&watch, conn).await?;
            test.plant(conn).await?;
            Ok(HearingTest::of(test.clone(), test.planted_at, conn).await?)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(planted)))
}

/// Locks the user's row and the watch's, so that neither is deleted meanwhile.
async fn hold(watch: &Watch, conn: &mut Conn) -> ApiResult<()> {
    users::table.find(watch.user_id).select(users::id).for_key_share().first::<Uuid>(conn).await?;
    let held = watches::table
        .find(watch.id)
        .select(watches::id)
        .for_key_share()
        .first::<Uuid>(conn)
        .await
        .optional()?;
    held.map(drop).ok_or_else(|| ApiError::not_found("keyword watch"))
}

/// Refuses a watch whose matches would reach nobody, and says what to do.
fn check(app: &App, user: &User, watch: &Watch) -> ApiResult<()> {
    let refused = |code, text: String| Err(ApiError::new(StatusCode::CONFLICT, code, text));
    let keyword = &watch.keyword;
    if user.email_verified_at.is_none() {
        let text = "Nothing is sent before your email address is verified. Follow the link in our email first.";
        return refused("EMAIL_UNVERIFIED", text.to_owned());
    }
    if !watch.is_active {
        let text = format!("“{keyword}” is inactive. Turn it on, then test it.");
        return refused("KEYWORD_INACTIVE", text);
    }
    if watch.paused_at.is_some() {
        let text = format!(
            "“{keyword}” is paused because it takes too long to search for. Edit it, then test it."
        );
        return refused("KEYWORD_PAUSED", text);
    }
    let now = app.clock.now();
    if watch.snoozed_until.is_some_and(|until| until > now) {
        let text = format!("“{keyword}” is snoozed. End the snooze, then test it.");
        return refused("KEYWORD_SNOOZED", text);
    }
    Ok(())
}

/// Builds the post, after the matcher has confirmed that the watch matches it.
async fn planted_post(app: &App, user_id: Uuid, row: &Watch) -> ApiResult<PlantedPost> {
    let watch = parse_row(row).context("a stored keyword can no longer be read")?;
    let turn = app.previews.take(user_id).await?;
    let made = background::run(move || {
        let made = example(&watch, &FRAMES);
        drop(turn);
        made
    });
    let made = made.await.context("no post could be made")?;
    let Some(Example { kind, subreddit: place, author, title, body, flair, url: link, score }) =
        made
    else {
        return Err(no_post(&row.keyword));
    };
    Ok(PlantedPost {
        kind: kind.into(),
        place,
        author,
        title,
        body,
        flair,
        link,
        score: i32::try_from(score).map_err(|_| no_post(&row.keyword))?,
    })
}

fn no_post(keyword: &str) -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "NO_TEST_POST",
        format!(
            "Harken cannot write a post that is labelled as a test and matches “{keyword}”: the keyword excludes \
             the words of the label, or requires something that cannot be written. Test another keyword; the way \
             of its alerts is the same."
        ),
    )
}
