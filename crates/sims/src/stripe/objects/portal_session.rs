use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Object, shaped};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PortalSession {
    pub(crate) id: String,
    pub(crate) created: i64,
    pub(crate) customer: String,
    pub(crate) return_url: Option<String>,
    /// The secret in the page's address; the id does not open the page.
    pub(crate) secret: String,
    pub(crate) url: String,
}

impl Object for PortalSession {
    const NAME: &'static str = "portal session";

    fn id(&self) -> &str {
        &self.id
    }

    fn json(&self) -> Value {
        let varying = json!({
            "id": self.id,
            "created": self.created,
            "customer": self.customer,
            "return_url": self.return_url,
            "url": self.url,
        });
        shaped(include_str!("../../../shapes/stripe/portal_session.json"), varying)
    }
}
