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
    /// The remark as a text for people.
    pub text: String,
    /// The part of the keyword that the remark refers to, if any.
    #[schema(required = true)]
    pub part: Option<TextPart>,
    /// The other keyword that finds the same, if the remark is about one.
    #[schema(required = true)]
    pub watch_id: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LintCode {
    /// The keyword cannot match anything.
    NeverMatches,
    /// `or`, `and` or `not` in lower case is a word, not an operator.
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
