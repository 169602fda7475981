//! Browsers that may show alerts: the key with which they subscribe, and their subscriptions.
//! Listing and removing them is done with the other endpoints.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use url::Url;

use super::endpoints::Endpoint;
use super::rules;
use crate::error::Fields;
use crate::prelude::*;
use db::models::endpoint::{Endpoint as Row, EndpointChannel};
use db::schema::endpoints;
use deliver::delivery::push::encrypt::BrowserKeys;
use deliver::delivery::target::Target;

/// The most browsers that a user may have.
const MAX_BROWSERS: i64 = 20;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKey {
    /// The `applicationServerKey` of a subscription: a P-256 point, base64url.
    pub public_key: String,
}

/// Returns the key that a browser needs to subscribe.
#[utoipa::path(
    get, path = "/push/key", tag = "push", security(("token" = [])),
    responses(AnyCall, SignedIn, (status = 200, body = PushKey))
)]
pub async fn get_push_key(State(app): State<App>, _: AuthUser) -> Json<PushKey> {
    Json(PushKey { public_key: app.senders.vapid.public_key().to_owned() })
}

/// The result of `PushSubscription.toJSON()`, and the user's name for the device.
// Not `Debug`: whoever knows it can send to the browser.
#[derive(Deserialize, Validate, ToSchema)]
pub struct PushSubscription {
    #[schema(max_length = 2000, example = "https://push.example/1")]
    endpoint: String,
    keys: PushSubscriptionKeys,
    #[validate(custom(function = rules::device_name))]
    #[schema(min_length = 1, max_length = 100, example = "My phone")]
    name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PushSubscriptionKeys {
    /// An uncompressed P-256 point, base64url.
    #[schema(max_length = 100)]
    p256dh: String,
    /// An authentication secret of 16 bytes, base64url.
    #[schema(max_length = 30)]
    auth: String,
}

impl PushSubscription {
    fn check(self, app: &App) -> ApiResult<(String, Target)> {
        let refused = |field: &str, text: &str| {
            Err(ApiError::Invalid(Fields::from([(field.to_owned(), text.to_owned())])))
        };
        let Ok(mut url) = Url::parse(&self.endpoint) else {
            return refused("endpoint", "This is not a web address");
        };
        if let Err(error) = app.senders.outgoing.check(&url) {
            return refused("endpoint", &error.to_string());
        }
        url.set_fragment(None);
        let PushSubscriptionKeys { p256dh, auth } = self.keys;
        if BrowserKeys::parse(&p256dh, &auth).is_none() {
            return refused("keys", "These are not a browser's keys");
        }
        let target = Target::Push { url, p256dh, auth };
        Ok((self.name.trim().to_owned(), target))
    }
}

/// Subscribes a browser to alerts.
///
/// A known subscription is kept, with its name. If it belonged to another account, it is removed
/// there: the browser now belongs to this account.
#[utoipa::path(
    post, path = "/push/subscriptions", tag = "push", security(("token" = [])),
    request_body = PushSubscription,
    responses(
        AnyCall, JsonBody, SignedIn,
        (status = 201, body = Endpoint),
        (status = 400, body = ErrorBody, description = "`ENDPOINT_LIMIT_EXCEEDED`, `INVALID_JSON`"),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn create_push_subscription(
    State(app): State<App>,
    auth: AuthUser,
    Valid(subscription): Valid<PushSubscription>,
) -> ApiResult<(StatusCode, Json<Endpoint>)> {
    let (name, target) = subscription.check(&app)?;
    let fingerprint = app.secrets.fingerprint(&target.address());
    let inner = app.clone();
    let mut conn = app.conn().await?;
    let row = conn
        .transaction::<_, ApiError, _>(async move |conn| {
            let plans = inner.config.server.plans;
            if !Capabilities::lock(auth.id, plans, conn).await?.browser_push {
                return Err(ApiError::not_in_plan(
                    "Browser alerts are part of the Pro plan. Upgrade to Pro to use them.",
                ));
            }
            take_from_others(auth.id, &fingerprint, conn).await?;
            let known = find(auth.id, &fingerprint, conn).await?;
            let id = known.as_ref().map_or_else(Uuid::now_v7, |known| known.id);
            let sealed = target.seal(id, &inner.secrets)?;
            if let Some(known) = known {
                return Ok(renew(known, sealed, inner.clock.now(), conn).await?);
            }
            room_for_one(auth.id, conn).await?;
            let row = Row {
                id,
                user_id: auth.id,
                channel: EndpointChannel::Push,
                name,
                target: sealed,
                fingerprint,
                shown: target.shown(),
                watch_ids: None,
                reports_gaps: false,
                secret_version: 1,
                failing_since: None,
                last_error: None,
                last_sent_at: None,
                paused_at: None,
                created_at: inner.clock.now(),
                held_until: None,
            };
            diesel::insert_into(endpoints::table).values(&row).execute(conn).await?;
            Ok(row)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Removes the browser from other users: it shows the alerts of its present user, and not also
/// those of former ones.
async fn take_from_others(
    user_id: Uuid,
    fingerprint: &[u8],
    conn: &mut Conn,
) -> QueryResult<usize> {
    let theirs = endpoints::table
        .filter(endpoints::channel.eq(EndpointChannel::Push))
        .filter(endpoints::fingerprint.eq(fingerprint))
        .filter(endpoints::user_id.ne(user_id));
    diesel::delete(theirs).execute(conn).await
}

async fn find(user_id: Uuid, fingerprint: &[u8], conn: &mut Conn) -> QueryResult<Option<Row>> {
    endpoints::table
        .filter(endpoints::user_id.eq(user_id))
        .filter(endpoints::channel.eq(EndpointChannel::Push))
        .filter(endpoints::fingerprint.eq(fingerprint))
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()
}

/// Stores the browser's present keys. The browser is active, so its failures are forgotten; but if
/// its user has paused it, it stays paused.
async fn renew(
    known: Row,
    target: Vec<u8>,
    now: DateTime<Utc>,
    conn: &mut Conn,
) -> QueryResult<Row> {
    Row::lift_hold(known.id, now, conn).await?;
    let paused_at = known.paused_at.filter(|_| known.failing_since.is_none());
    let renewed =
        Row { target, paused_at, failing_since: None, last_error: None, held_until: None, ..known };
    diesel::update(endpoints::table.find(renewed.id))
        .set((
            endpoints::target.eq(&renewed.target),
            endpoints::paused_at.eq(renewed.paused_at),
            endpoints::failing_since.eq(renewed.failing_since),
            endpoints::last_error.eq(&renewed.last_error),
        ))
        .execute(conn)
        .await?;
    Ok(renewed)
}

/// Refuses a browser beyond the limit. The caller holds the user's row.
async fn room_for_one(user_id: Uuid, conn: &mut Conn) -> ApiResult<()> {
    let present: i64 = endpoints::table
        .filter(endpoints::user_id.eq(user_id))
        .filter(endpoints::channel.eq(EndpointChannel::Push))
        .count()
        .get_result(conn)
        .await?;
    if present < MAX_BROWSERS {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::BAD_REQUEST,
        "ENDPOINT_LIMIT_EXCEEDED",
        format!("You already have {MAX_BROWSERS} browsers. Remove one in Settings first."),
    ))
}
