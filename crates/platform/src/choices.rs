//! Follows what is chosen on pages for the whole instance: the sites that are read, and what administrators set.

use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use db::listen::{CHOICES, listen};

/// The choices are looked at this often, in case a word of them was not heard.
const LOOK: Duration = Duration::from_secs(30);

/// Learns of every change, until `stop`.
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

/// Learns what is chosen, if the database answers; else it is followed once that does.
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
