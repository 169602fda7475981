use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::column_enum::column_enum;

column_enum! {
    /// The way by which a message goes out.
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
