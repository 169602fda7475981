//! Every route of the API, grouped like the screens.

use std::sync::LazyLock;

use axum::http::Method;
use axum::{Extension, Router};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as OpenApiDocument;
use utoipa::openapi::security::SecurityRequirement;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::ErrorBody;
use crate::refusals::Refusals;
use crate::signed_in::KeyAccess;
use crate::{
    account_export, actions, admin, analytics, auth, coverage, deliveries, endpoints, feeds,
    followed_feeds, health, hearing_tests, insights, items, keys, keywords, live, mutes,
    notifications, public_status, push, searches, setup, status, subreddits, subscriptions,
    unsubscribe, users,
};
use db::models::api_key::Scope;
use deliver::delivery::webhook_event::Event;

#[derive(OpenApi)]
#[openapi(
    info(title = "Harken", description = "Watches Reddit and other sites for keywords, and alerts people."),
    // Refusals only name the first, and webhooks send the second.
    components(schemas(ErrorBody, Event)),
    modifiers(&BearerTokens, &Refusals)
)]
struct ApiDocument;

/// An access token, which a sign-in returns, and an API key, of which a call's requirement names the scope.
struct BearerTokens;

impl utoipa::Modify for BearerTokens {
    fn modify(&self, document: &mut OpenApiDocument) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let components = document.components.get_or_insert_default();
        for (name, format) in [("token", "JWT"), ("key", "hrk_…")] {
            let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format);
            components.add_security_scheme(name, SecurityScheme::Http(scheme.build()));
        }
    }
}

/// The routes and their document. They are the same for every [`App`] of a process, and assembling them takes a while,
/// mostly for the document.
static API: LazyLock<(Router<App>, OpenApiDocument)> = LazyLock::new(|| {
    let groups = [
        operation(),
        sign_in(),
        account(),
        api_keys(),
        subscription(),
        keywords(),
        notifications(),
        mutes(),
        sources(),
        pushed_items(),
        channels(),
        links(),
        reports(),
    ];
    let all = groups.into_iter().fold(OpenApiRouter::new(), OpenApiRouter::merge);
    let (routes, document) = all.nest("/admin", administration()).split_for_parts();
    // A nested document contributes only its calls: title and version are the outer document's.
    (routes, ApiDocument::openapi().nest("/api", document))
});

/// Returns all routes of the API, relative to `/api`.
pub fn routes() -> Router<App> {
    API.0.clone()
}

/// Returns the OpenAPI document of the API, which lists the routes in their order.
pub fn openapi() -> &'static OpenApiDocument {
    &API.1
}

/// Opens the calls of a group, but for public ones, to API keys: calls that read (GET) to those with one scope, and others
/// to those with another. Groups without this are public or for sessions only.
fn open_to_keys(
    reading: Scope,
    changing: Option<Scope>,
    mut group: OpenApiRouter<App>,
) -> OpenApiRouter<App> {
    let access = KeyAccess { reading: Some(reading), changing };
    for item in group.get_openapi_mut().paths.paths.values_mut() {
        for (method, operation) in [
            (Method::GET, &mut item.get),
            (Method::POST, &mut item.post),
            (Method::PUT, &mut item.put),
            (Method::PATCH, &mut item.patch),
            (Method::DELETE, &mut item.delete),
        ] {
            let security = operation.as_mut().and_then(|operation| operation.security.as_mut());
            if let Some((security, scope)) = security.zip(access.scope_of(&method)) {
                security.push(SecurityRequirement::new("key", [scope.as_str()]));
            }
        }
    }
    group.layer(Extension(access))
}

/// Reports the state of Harken, and performs its first setup.
fn operation() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health::get_health))
        .routes(routes!(health::get_liveness))
        .routes(routes!(health::get_readiness))
        .routes(routes!(setup::look_at_setup))
        .routes(routes!(setup::finish_setup))
        .routes(routes!(public_status::get_public_status))
}

/// Signs up, in and out.
fn sign_in() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(auth::register_user))
        .routes(routes!(auth::login_user))
        .routes(routes!(auth::refresh_session))
        .routes(routes!(auth::logout_session))
        .routes(routes!(auth::resend_verification))
        .routes(routes!(auth::verify_email))
        .routes(routes!(auth::look_at_email_verification, auth::confirm_email_verification))
        .routes(routes!(auth::forgot_password))
        .routes(routes!(auth::reset_password))
}

/// Shows and changes a user's own account.
fn account() -> OpenApiRouter<App> {
    let read = OpenApiRouter::new()
        .routes(routes!(users::get_profile, users::update_profile))
        .routes(routes!(users::get_first_steps, users::close_first_steps));
    OpenApiRouter::new()
        .merge(open_to_keys(Scope::Read, None, read))
        .routes(routes!(users::update_notification_preferences))
        .routes(routes!(users::update_settings))
        .routes(routes!(users::retry_mail))
        .routes(routes!(users::test_mail))
        .routes(routes!(users::change_password))
        .routes(routes!(users::list_sessions, users::end_other_sessions))
        .routes(routes!(users::end_session))
        .routes(routes!(account_export::export_account))
        .routes(routes!(users::delete_account))
}

/// Creates and revokes the keys of programs.
fn api_keys() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(keys::list_api_keys, keys::create_api_key))
        .routes(routes!(keys::revoke_api_key))
}

/// Shows and changes the plan, and its payments.
fn subscription() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(subscriptions::get_subscription_status))
        .routes(routes!(subscriptions::get_subscription_usage))
        .routes(routes!(subscriptions::create_checkout_session))
        .routes(routes!(subscriptions::cancel_subscription))
        .routes(routes!(subscriptions::reactivate_subscription))
        .routes(routes!(subscriptions::create_portal_session, subscriptions::open_portal_session))
}

/// Edits keywords, and suggests changes to them.
fn keywords() -> OpenApiRouter<App> {
    let preview = OpenApiRouter::new().routes(routes!(keywords::preview_watch));
    let all = OpenApiRouter::new()
        .routes(routes!(keywords::list_watches, keywords::create_watch))
        .routes(routes!(keywords::get_watch, keywords::update_watch, keywords::delete_watch))
        .routes(routes!(keywords::list_watch_activity))
        .routes(routes!(keywords::list_set_aside))
        .routes(routes!(keywords::ignore_word))
        .routes(routes!(keywords::change_watches))
        .routes(routes!(keywords::import_watches))
        .routes(routes!(keywords::backfill_watch))
        .routes(routes!(keywords::toggle_watch))
        .routes(routes!(keywords::snooze_watch))
        .routes(routes!(keywords::get_watch_stats))
        .routes(routes!(keywords::get_watch_proposal, keywords::dismiss_watch_proposal))
        .routes(routes!(keywords::list_judged_matches))
        .routes(routes!(
            keywords::get_watch_variant,
            keywords::start_watch_variant,
            keywords::delete_watch_variant
        ))
        .routes(routes!(keywords::list_near_misses))
        .routes(routes!(keywords::dismiss_near_misses));
    open_to_keys(Scope::Read, Some(Scope::Keywords), all).merge(open_to_keys(
        Scope::Read,
        Some(Scope::Read),
        preview,
    ))
}

/// Lists, searches and sorts notifications.
fn notifications() -> OpenApiRouter<App> {
    let all = OpenApiRouter::new()
        .routes(routes!(notifications::list_notifications))
        .routes(routes!(notifications::list_grouped_notifications))
        .routes(routes!(notifications::list_recent_notifications))
        .routes(routes!(notifications::list_worth_a_reply))
        .routes(routes!(notifications::search_notifications))
        .routes(routes!(notifications::list_notification_ids))
        .routes(routes!(notifications::export_notifications))
        .routes(routes!(searches::list_saved_searches, searches::create_saved_search))
        .routes(routes!(searches::rename_saved_search, searches::delete_saved_search))
        .routes(routes!(notifications::get_notification_stats))
        .routes(routes!(notifications::get_unread_count))
        .routes(routes!(notifications::read_all_notifications))
        .routes(routes!(notifications::move_notifications))
        .routes(routes!(notifications::read_notification))
        .routes(routes!(notifications::unread_notification))
        .routes(routes!(notifications::archive_notification))
        .routes(routes!(notifications::mark_not_relevant))
        .routes(routes!(notifications::restore_notification))
        .routes(routes!(notifications::list_kept_matches))
        .routes(routes!(notifications::keep_match))
        .routes(routes!(notifications::explain_notification))
        .routes(routes!(notifications::delete_notification));
    open_to_keys(Scope::Read, Some(Scope::Notifications), all)
}

/// Edits what a user does not want alerts about.
fn mutes() -> OpenApiRouter<App> {
    let preview = OpenApiRouter::new().routes(routes!(mutes::preview_mute));
    let all = OpenApiRouter::new()
        .routes(routes!(mutes::list_mutes, mutes::create_mute))
        .routes(routes!(mutes::create_mutes))
        .routes(routes!(mutes::end_mutes))
        .routes(routes!(mutes::delete_mute));
    open_to_keys(Scope::Read, Some(Scope::Notifications), all).merge(open_to_keys(
        Scope::Read,
        Some(Scope::Read),
        preview,
    ))
}

/// Shows what is read for a user, how completely, and with what results.
fn sources() -> OpenApiRouter<App> {
    let estimate = OpenApiRouter::new().routes(routes!(coverage::estimate_plan));
    let all = OpenApiRouter::new()
        .routes(routes!(status::get_status))
        .routes(routes!(coverage::get_coverage))
        .routes(routes!(coverage::list_keyword_coverage))
        .routes(routes!(coverage::get_place_coverage))
        .routes(routes!(coverage::get_keyword_coverage))
        .routes(routes!(subreddits::validate_subreddit))
        .routes(routes!(followed_feeds::list_followed_feeds, followed_feeds::follow_feed))
        .routes(routes!(followed_feeds::unfollow_feed))
        .routes(routes!(followed_feeds::import_followed_feeds))
        .routes(routes!(followed_feeds::export_followed_feeds))
        .routes(routes!(items::list_recent_items))
        .routes(routes!(items::suggest_keywords))
        .routes(routes!(hearing_tests::start_hearing_test))
        .routes(routes!(hearing_tests::get_hearing_test))
        .routes(routes!(live::get_live));
    open_to_keys(Scope::Read, Some(Scope::Keywords), all).merge(open_to_keys(
        Scope::Read,
        Some(Scope::Read),
        estimate,
    ))
}

/// Takes items from programs.
fn pushed_items() -> OpenApiRouter<App> {
    let all = OpenApiRouter::new()
        .routes(routes!(followed_feeds::push_items, followed_feeds::delete_item));
    open_to_keys(Scope::Ingest, Some(Scope::Ingest), all)
}

/// Edits the destinations of alerts besides email, and shows deliveries. Secrets and browsers are for sessions only.
fn channels() -> OpenApiRouter<App> {
    let all = OpenApiRouter::new()
        .routes(routes!(endpoints::list_endpoints, endpoints::create_endpoint))
        .routes(routes!(endpoints::update_endpoint, endpoints::delete_endpoint))
        .routes(routes!(endpoints::test_endpoint))
        .routes(routes!(endpoints::test_new_endpoint))
        .routes(routes!(endpoints::preview_template))
        .routes(routes!(endpoints::list_endpoint_deliveries))
        .routes(routes!(deliveries::replay_delivery))
        .routes(routes!(deliveries::list_failed_deliveries))
        .routes(routes!(deliveries::dismiss_failed_deliveries))
        .routes(routes!(deliveries::replay_failed_deliveries));
    open_to_keys(Scope::Read, Some(Scope::Notifications), all)
        .routes(routes!(push::get_push_key))
        .routes(routes!(push::create_push_subscription))
        .routes(routes!(endpoints::get_endpoint_secret, endpoints::renew_endpoint_secret))
        .routes(routes!(endpoints::get_endpoint_template))
        .routes(routes!(feeds::list_feeds))
        .routes(routes!(feeds::reset_feeds))
        .routes(routes!(feeds::show_feed))
}

/// Serves the links in alerts.
fn links() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(unsubscribe::show_unsubscribe, unsubscribe::unsubscribe))
        .routes(routes!(actions::show_alert, actions::act_on_alert))
}

/// Reports on a keyword's discussions.
fn reports() -> OpenApiRouter<App> {
    let all = OpenApiRouter::new()
        .routes(routes!(analytics::get_analytics))
        .routes(routes!(insights::get_insights_usage))
        .routes(routes!(insights::create_insights))
        .routes(routes!(insights::get_latest_insights, insights::clear_insights))
        .routes(routes!(insights::restore_insights))
        .routes(routes!(insights::get_demo_insights))
        .routes(routes!(insights::cancel_insights))
        .routes(routes!(insights::follow_insights));
    open_to_keys(Scope::Read, Some(Scope::Keywords), all)
}

/// Serves administrators: every handler takes an `Administrator`.
fn administration() -> OpenApiRouter<App> {
    let all = OpenApiRouter::new()
        .routes(routes!(admin::list_audit_log))
        .routes(routes!(admin::list_users))
        .routes(routes!(admin::get_user, admin::delete_user))
        .routes(routes!(admin::suspend_user))
        .routes(routes!(admin::unsuspend_user))
        .routes(routes!(admin::create_invitation))
        .routes(routes!(admin::get_instance_health))
        .routes(routes!(admin::replay_failed_messages))
        .routes(routes!(admin::get_instance_settings, admin::change_instance_settings))
        .routes(routes!(admin::publish_announcement, admin::withdraw_announcement));
    open_to_keys(Scope::Admin, Some(Scope::Admin), all)
}
