//! Writes the answers: sentences about the document in the last message.

use serde_json::{Value, json};

use crate::llm::faults::FaultKind;

/// The document to write about.
pub(crate) struct Asked {
    keyword: String,
    ids: Vec<String>,
}

impl Asked {
    /// Reads the document in the last message of a request. Returns `None` if there is no such
    /// document.
    pub(crate) fn of(body: &Value) -> Option<Self> {
        let last = body["messages"].as_array()?.last()?;
        let document: Value = serde_json::from_str(last["content"].as_str()?).ok()?;
        let posts = document["posts"].as_array()?;
        let ids = posts.iter().filter_map(|post| post["id"].as_str());
        Some(Self {
            keyword: document["keyword"].as_str()?.to_owned(),
            ids: ids.map(str::to_owned).collect(),
        })
    }

    /// Returns the text of a completion.
    pub(crate) fn content(&self, fault: Option<&FaultKind>) -> String {
        let (cited, foreign) = (self.some(), json!(["p998", "p999"]));
        match fault {
            Some(FaultKind::Prose) => "Gladly! Here is what people say.".to_owned(),
            Some(FaultKind::OtherShape) => json!({"sentiment": 10, "posts": cited}).to_string(),
            Some(FaultKind::WrongCitations) => self.about(&foreign, "").to_string(),
            Some(FaultKind::Numbers) => self.about(&cited, " That is 97% of them.").to_string(),
            Some(FaultKind::Mixed) => {
                let mut answer = self.about(&foreign, "");
                answer["summary"][0]["posts"] = cited;
                answer.to_string()
            }
            Some(FaultKind::Truncated) => {
                let whole = self.about(&cited, "").to_string();
                whole.chars().take(whole.chars().count() / 2).collect()
            }
            Some(FaultKind::Says(words)) => words.clone(),
            _ => self.about(&cited, "").to_string(),
        }
    }

    fn some(&self) -> Value {
        self.ids.iter().take(3).cloned().collect()
    }

    fn about(&self, cited: &Value, tail: &str) -> Value {
        let keyword = &self.keyword;
        let statement = |part: &str, text: &str| json!({"part": part, "text": format!("{text}{tail}"), "posts": cited});
        json!({
            "summary": [
                statement("main", &format!("People compare what they know about {keyword}.")),
                statement("engagement", "They answer each other in detail."),
                statement("conclusion", "Most of them are after advice."),
            ],
            "recommendations": [{
                "action": format!("Answer questions about {keyword}{tail}"),
                "description": "Advice is what people ask for.",
                "impact": "High",
                "posts": cited,
            }],
        })
    }
}
