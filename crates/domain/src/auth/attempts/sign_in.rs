//! Limits attempts to sign in. Nobody can keep an owner out by giving wrong passwords, and yet
//! guessing at one account stays bounded:
//!
//! - A browser that has signed in with the present password holds a token as proof, and has a count
//!   of its own. Others' attempts, from anywhere, do not affect it.
//! - All other attempts are counted by account and network, and by machine: attempts from elsewhere
//!   use up only their own counts.
//! - Over all networks together an account accepts a limited number of those a day at any speed, and
//!   then one a minute: 1,540 guesses a day at most, from however many machines. An owner with a new
//!   browser who finds no free minute requests a link to choose a new password: the browser that
//!   follows it is known from then on.
//!
//! Addresses that have no account are counted in the same way.

use uuid::Uuid;

use super::{AttemptError, Counter, QUARTER_HOUR_SECONDS, account, count_all, limit, of_machine};
use crate::auth::client_address::ClientAddress;
use db::Conn;
use db::error;
use db::models::rate_limit;
use platform::context::Context;

/// The wrong passwords per UTC day that an account accepts from unknown browsers before it slows
/// them down. NIST SP 800-63B, section 5.2.2, allows a hundred.
const FREE_GUESSES_PER_DAY: u32 = 100;
const DAY_SECONDS: i64 = 24 * 60 * 60;
/// The wait between later attempts.
const SLOW_SECONDS: i64 = 60;

/// An attempt that was counted.
#[derive(Debug)]
pub struct SignIn {
    /// The counter of the account and network, or of the known browser: reset by the right
    /// password.
    own: Counter,
    /// Counters shared with others: the right password takes back this one attempt.
    shared: Vec<Counter>,
}

impl SignIn {
    /// Counts an attempt. `device` is the browser, if the account knows it.
    ///
    /// # Errors
    /// [`AttemptError::TooMany`] when there were too many.
    pub async fn count(
        context: &Context,
        email: &str,
        client: ClientAddress,
        device: Option<Uuid>,
    ) -> Result<Self, AttemptError> {
        let now = context.clock.now();
        let mut conn = context.conn().await?;
        if let Some(device) = device {
            let own = of_device(context, device);
            let counted = own.count(now, &mut conn).await?;
            if own.has_room_for(counted) {
                let shared = Vec::new();
                return Ok(Self { own, shared });
            }
            // It may have been stolen: it continues as a stranger, and so does not lock its owner
            // out.
        }
        let own = of_network(context, email, client);
        let mut shared = Vec::from_iter(of_machine(context, client));
        let here = Vec::from_iter([own.clone()].into_iter().chain(shared.clone()));
        count_all(&here, now, &mut conn).await?;
        // Only attempts that their own network's limit lets through count for the account.
        let [day, minute] = of_account(context, email);
        let counted = day.count(now, &mut conn).await?;
        if counted == i64::from(day.limit) + 1 {
            tracing::warn!(
                limit = day.limit,
                "many wrong passwords for one account today; browsers that it does not know may \
                 try once a minute until midnight UTC"
            );
        }
        if !day.has_room_for(counted) {
            count_all(std::slice::from_ref(&minute), now, &mut conn).await?;
            shared.push(minute);
        }
        shared.push(day);
        Ok(Self { own, shared })
    }

    /// Forgives the attempts after the right password: resets the count of the network, or the
    /// known browser, for this account, and takes this attempt back from the shared counters, so
    /// that an office behind one address is not locked out by its own success.
    pub async fn forgive(self, context: &Context, conn: &mut Conn) -> error::Result<()> {
        let now = context.clock.now();
        rate_limit::forget(self.own.class, &self.own.key, conn).await?;
        for counter in self.shared {
            counter.give_back(now, conn).await?;
        }
        Ok(())
    }
}

fn of_device(context: &Context, device: Uuid) -> Counter {
    Counter {
        class: "device",
        key: context.secrets.counter_key(&format!("device {device}")),
        seconds: QUARTER_HOUR_SECONDS,
        limit: limit(context),
    }
}

fn of_network(context: &Context, email: &str, client: ClientAddress) -> Counter {
    let network = client.network();
    let network = network.map_or_else(|| "none".to_owned(), |network| network.to_string());
    let subject = format!("{} from {network}", account(email));
    Counter {
        class: "sign_in",
        key: context.secrets.counter_key(&subject),
        seconds: QUARTER_HOUR_SECONDS,
        limit: limit(context),
    }
}

/// Returns the account's counters over all networks: the day's, and the minute's for when the day's
/// is used up.
fn of_account(context: &Context, email: &str) -> [Counter; 2] {
    let key = context.secrets.counter_key(&account(email));
    let counter = |class, seconds, limit| Counter { class, key: key.clone(), seconds, limit };
    [
        counter("account_day", DAY_SECONDS, FREE_GUESSES_PER_DAY),
        counter("account_minute", SLOW_SECONDS, 1),
    ]
}
