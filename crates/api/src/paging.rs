//! Pages of lists.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// The page of a list. It is separate from the extractor for the list's filters.
#[derive(Debug, Clone, Copy, Deserialize, Validate, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Paging {
    /// The number of the page, from 1.
    #[validate(range(min = 1, max = 10_000, message = "Use a page from 1 to 10,000."))]
    #[param(default = 1, minimum = 1, maximum = 10_000)]
    pub page: u32,
    /// The number of entries per page.
    #[validate(range(min = 1, max = 100, message = "Use a limit from 1 to 100."))]
    #[param(default = 20, minimum = 1, maximum = 100)]
    pub limit: u32,
}

impl Default for Paging {
    fn default() -> Self {
        Self { page: 1, limit: 20 }
    }
}

impl Paging {
    /// Returns how many entries come before the page.
    pub fn offset(self) -> i64 {
        i64::from(self.page.saturating_sub(1)) * i64::from(self.limit)
    }

    /// Describes the page for the client, with `total_items` entries on all pages.
    pub fn of(self, total_items: i64) -> Pagination {
        let limit = i64::from(self.limit.max(1));
        let pages = (total_items + limit - 1) / limit;
        Pagination {
            page: self.page,
            limit: self.limit,
            total: pages,
            total_items,
            has_more: i64::from(self.page) < pages,
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    pub page: u32,
    pub limit: u32,
    /// The number of pages.
    pub total: i64,
    pub total_items: i64,
    pub has_more: bool,
}
