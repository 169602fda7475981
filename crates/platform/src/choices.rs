//! Follows what is chosen on pages for the whole instance: the sites to read, and the
//! administrators' settings.

use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use db::listen::{CHOICES, listen};

/// The interval at which the choices are looked up, in case a notification was missed.
const LOOK: Duration = Duration::from_secs(30);

/// Loads the choices after every change, until `stop`.
pub async fn follow(context: Context, stop: CancellationToken) {
    let changed = Notify::new();
    let listening = listen(&context.database, CHOICES, stop.clone(), |_| {
        changed.notify_one();
    });
    let following = async {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = changed.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
            look(&context).await;
        }
    };
    futures::join!(listening, following);
}

/// Loads the choices if the database answers; if not, following does so once it answers.
pub async fn look(context: &Context) {
    let looked = async {
        let mut conn = context.conn().await?;
        context.sites.look(&mut conn).await?;
        anyhow::Ok(context.settings.look(&mut conn).await?)
    };
    if let Err(error) = looked.await {
        tracing::error!(error = %format!("{error:#}"), "could not look what is chosen for the instance");
    }
}
