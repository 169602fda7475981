//! Exports notifications as a file. It is written while it is sent, a batch of rows at a time, so
//! that its size is not bounded by memory; no connection is held while the client reads.

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use diesel::QueryResult;
use futures::Stream;

use super::csv;
use super::*;
use db::models::notification::Search;
use db::models::notification::WithItem;
use deliver::delivery::place_names::PlaceNames;
use domain::watches::turns::LONG_WAIT;
use foundation::time::calendar;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// A table for spreadsheets.
    Csv,
    /// A single document.
    Json,
    /// One notification per line.
    Ndjson,
}

impl ExportFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Json => "application/json",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// Returns the text before the first row.
    fn head(self) -> &'static str {
        match self {
            Self::Csv => csv::HEAD,
            Self::Json => "{\"notifications\":[",
            Self::Ndjson => "",
        }
    }

    /// Returns the text after the last row.
    fn tail(self, count: usize) -> String {
        match self {
            Self::Json => format!("],\"count\":{count}}}\n"),
            Self::Csv | Self::Ndjson => String::new(),
        }
    }
}

#[derive(Debug, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    #[param(inline)]
    pub format: ExportFormat,
}

/// The exported document, which is streamed and never held as a whole.
#[derive(ToSchema)]
pub struct NotificationExport {
    /// The notifications, newest first.
    pub notifications: Vec<Notification>,
    pub count: u64,
}

/// Exports the user's notifications that match the filters, as a file.
///
/// All of them are exported, except those of posts that were removed at their source. An incomplete
/// transfer has no last chunk. As in a search, words (`q`) are for Pro, except for one word without
/// other filters.
#[utoipa::path(
    get, path = "/notifications/export", tag = "notifications", params(ExportQuery, MatchFilters),
    security(("token" = [])),
    responses(
        AnyCall, QueryString, SignedIn,
        (
            status = 200,
            content(
                (NotificationExport = "application/json"),
                (String = "text/csv"),
                (String = "application/x-ndjson"),
            ),
            headers(("Content-Disposition" = String, description = "A file name with the date"))
        ),
        (status = 403, body = ErrorBody, description = "`PLAN_UPGRADE_REQUIRED`"),
    )
)]
pub async fn export_notifications(
    State(app): State<App>,
    auth: AuthUser,
    ValidQuery(ExportQuery { format }): ValidQuery<ExportQuery>,
    ValidQuery(filters): ValidQuery<MatchFilters>,
) -> ApiResult<Response> {
    let now = app.clock.now();
    let turn = app.heavy_reads.take_within(LONG_WAIT, auth.id).await?;
    let mut conn = app.conn().await?;
    let user = User::find(auth.id, &mut conn).await?;
    if filters.has_words() {
        search_allowed(&filters, Capabilities::of(user.plan, app.config.server.plans))?;
    }
    let wanted = filters.wanted(&user.time_zone)?;
    // The first batch is read before the answer begins: a failure until then gets an error answer.
    let mut search = Search::begin(auth.id, now, wanted, None, &mut conn).await?;
    let first = next_batch(auth.id, &mut search, &mut conn).await?;
    drop((conn, turn));
    let today = calendar::today(calendar::zone(&user.time_zone), now);
    let extension = format.extension();
    let name = format!("attachment; filename=\"harken-notifications-{today}.{extension}\"");
    let headers = [
        (header::CONTENT_TYPE, format.content_type().to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    let body = Body::from_stream(document(app, auth, format, search, first));
    Ok((headers, body).into_response())
}

/// Rows, with the titles of the feeds among their places.
type Batch = (Vec<WithItem>, PlaceNames);

async fn next_batch(
    user_id: Uuid,
    search: &mut Search,
    conn: &mut Conn,
) -> QueryResult<Option<Batch>> {
    let Some(rows) = search.next_batch(conn).await? else {
        return Ok(None);
    };
    let places = rows.iter().map(|(_, item)| item.subreddit.as_str());
    let names = PlaceNames::find(user_id, places, conn).await?;
    Ok(Some((rows, names)))
}

/// Streams the document. A fault ends the transfer in the middle, which a client can distinguish
/// from a complete document.
///
/// A turn is taken for each batch, not for the whole: a user with many simultaneous exports gets
/// one batch at a time, and a slow reader keeps nobody waiting.
fn document(
    app: App,
    auth: AuthUser,
    format: ExportFormat,
    mut search: Search,
    first: Option<Batch>,
) -> impl Stream<Item = Result<Bytes, ApiError>> {
    async_stream::try_stream! {
        let mut text = format.head().to_owned();
        let mut count = 0;
        let mut batch = first;
        while let Some((rows, names)) = batch {
            for row in rows {
                write(format, &row.into(), &names, count == 0, &mut text)?;
                count += 1;
            }
            if !text.is_empty() {
                yield Bytes::from(std::mem::take(&mut text));
            }
            let turn = app.heavy_reads.take_within(LONG_WAIT, auth.id).await?;
            batch = next_batch(auth.id, &mut search, &mut *app.conn().await?).await?;
            drop(turn);
        }
        text += &format.tail(count);
        yield Bytes::from(text);
    }
}

fn write(
    format: ExportFormat,
    row: &Notification,
    names: &PlaceNames,
    is_first: bool,
    to: &mut String,
) -> ApiResult<()> {
    if format == ExportFormat::Csv {
        csv::write_row(row, names, to);
        return Ok(());
    }
    if format == ExportFormat::Json && !is_first {
        to.push(',');
    }
    *to += &serde_json::to_string(row).map_err(anyhow::Error::from)?;
    if format == ExportFormat::Ndjson {
        to.push('\n');
    }
    Ok(())
}
