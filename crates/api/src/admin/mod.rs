//! The calls for administrators: the instance and its accounts, never their searches or results.

mod audit_log;
mod health;
mod invitations;
mod settings;
mod users;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub use audit_log::*;
pub use health::*;
pub use invitations::*;
pub use settings::*;
pub use users::*;

/// An account that another object refers to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NamedAccount {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The account's address; null once the account is deleted.
    #[schema(required = true)]
    pub email: Option<String>,
}
