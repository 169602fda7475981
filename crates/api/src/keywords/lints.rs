use matcher::Lint;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use domain::watches::lint::Remark;
use platform::wire::TextPart;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchLint {
    pub code: LintCode,
    /// For a person.
    pub text: String,
    /// The part of the keyword that is meant, if it is one.
    #[schema(required = true)]
    pub part: Option<TextPart>,
    /// The other watch that finds the same, if that is it.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LintCode {
    /// Nothing can match it.
    NeverMatches,
    /// `or`, `and` or `not` in lower case: a word, not an operator.
    LowerCaseOperator,
    InsideCommonWords,
    MatchesMuch,
    SameAs,
}

impl From<Remark> for WatchLint {
    fn from(remark: Remark) -> Self {
        Self {
            code: match remark.lint {
                Lint::NeverMatches(_) => LintCode::NeverMatches,
                Lint::LowerCaseOperator(..) => LintCode::LowerCaseOperator,
                Lint::InsideCommonWords { .. } => LintCode::InsideCommonWords,
                Lint::MatchesMuch { .. } => LintCode::MatchesMuch,
                Lint::SameAs(_) => LintCode::SameAs,
            },
            text: remark.text,
            part: remark.part,
            watch_id: remark.same_as,
        }
    }
}
