use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::column_enum::column_enum;

column_enum! {
    /// The kind of channel over which a message is sent.
    #[derive(PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    #[schema(as = DeliveryChannel)]
    pub enum Channel in outbox.channel {
        Mail = "mail",
        Push = "push",
        Webhook = "webhook",
        Slack = "slack",
        Discord = "discord",
        Telegram = "telegram",
        Ntfy = "ntfy",
    }
}
