//! Everything that a handler may use, built in one place.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::FromRef;

use deliver::billing::Stripe;
use deliver::delivery::Senders;
use deliver::insights::Insights;
use domain::auth::passwords::Passwords;
use domain::live::Live;
use domain::watches::instance_limits::InstanceLoad;
use domain::watches::turns::Turns;
use foundation::kept::Kept;
use platform::answers::Answers;
use platform::context::Context;
use platform::sources::Sources;

/// The state shared by all handlers; a clone is a pointer. The parts of the process that every
/// crate may need are its [`Context`], as which an app can be used.
#[derive(Clone)]
pub struct App(Arc<Parts>);

pub struct Parts {
    pub context: Context,
    pub senders: Arc<Senders>,
    pub passwords: Passwords,
    pub live: Arc<Live>,
    /// Lists of groups that were made a moment ago.
    pub grouped: Answers,
    /// Running previews and backfills of watches.
    pub previews: Turns,
    pub backfills: Turns,
    /// Checks of what queries cost, before they are stored.
    pub probes: Turns,
    /// Searches of notifications, deep pages of their list, batches of exports, and steps of bulk changes and imports.
    pub heavy_reads: Turns,
    /// The state of the instance, for the public status page.
    pub status: Kept<Bytes>,
    /// The amount that all users' watches search for.
    pub instance: InstanceLoad,
    pub insights: Arc<Insights>,
    /// `None` if nothing is sold.
    pub payments: Option<Arc<Stripe>>,
    pub sources: Sources,
}

impl App {
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl std::ops::Deref for Parts {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl FromRef<App> for Context {
    fn from_ref(app: &App) -> Self {
        app.context.clone()
    }
}
