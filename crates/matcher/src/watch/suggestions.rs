//! Names of subreddits to offer while one is typed.

use super::typed_place::{Typed, read_typed};
use crate::item::{find, trim_pasted};

const MAX_SUGGESTIONS: usize = 8;
const MAX_SUGGESTIONS_FOR_NOTHING: usize = 10;

/// Well-known names, offered while one is typed.
pub const POPULAR: [&str; 44] = [
    "all",
    "programming",
    "webdev",
    "javascript",
    "reactjs",
    "node",
    "typescript",
    "python",
    "java",
    "golang",
    "rust",
    "cpp",
    "csharp",
    "php",
    "css",
    "learnprogramming",
    "devops",
    "linux",
    "opensource",
    "selfhosted",
    "sysadmin",
    "MachineLearning",
    "datascience",
    "artificial",
    "technology",
    "startups",
    "Entrepreneur",
    "smallbusiness",
    "SaaS",
    "marketing",
    "SEO",
    "business",
    "investing",
    "personalfinance",
    "CryptoCurrency",
    "gaming",
    "science",
    "AskReddit",
    "worldnews",
    "news",
    "todayilearned",
    "explainlikeimfive",
    "productivity",
    "design",
];

/// A name offered while one is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The name, as it is inserted into the list.
    pub name: String,
    /// Whether it is one of [`POPULAR`].
    pub popular: bool,
}

/// Returns names to offer for the typed text: for an empty text, the first 10 popular ones;
/// otherwise up to 8 popular names that contain the text, in any case, preceded by the text itself
/// unless it is one of the popular names.
///
/// ```
/// let names: Vec<_> = matcher::suggest("scr").into_iter().map(|s| s.name).collect();
/// assert_eq!(names, ["scr", "javascript", "typescript"]);
/// ```
pub fn suggest(typed: &str) -> Vec<Suggestion> {
    let popular = |name: &&str| Suggestion { name: (*name).to_owned(), popular: true };
    let typed = trim_pasted(typed);
    let typed = match read_typed(typed) {
        Ok(Typed::Subreddits(name)) => name,
        _ => typed,
    };
    if typed.is_empty() {
        return POPULAR.iter().take(MAX_SUGGESTIONS_FOR_NOTHING).map(popular).collect();
    }
    let needle = typed.to_ascii_lowercase();
    let known = POPULAR.iter().any(|name| name.eq_ignore_ascii_case(typed));
    let itself = (!known).then(|| Suggestion { name: typed.to_owned(), popular: false });
    let containing = POPULAR
        .iter()
        .filter(|name| find(&name.to_ascii_lowercase(), &needle).is_some())
        .take(MAX_SUGGESTIONS)
        .map(popular);
    itself.into_iter().chain(containing).collect()
}
