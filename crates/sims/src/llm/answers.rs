//! Writes the answers about the document in the last message: sentences, or which of its posts are relevant.

use serde_json::{Value, json};

use crate::llm::faults::FaultKind;

/// The document to write about.
pub(crate) struct Asked {
    keyword: String,
    ids: Vec<String>,
    /// A verdict about each post, if the document describes what is relevant: not relevant is what contains the last word
    /// of the description.
    verdicts: Option<Vec<Value>>,
}

impl Asked {
    /// Reads the document in the last message of a request. Returns `None` if there is no such
    /// document.
    pub(crate) fn of(body: &Value) -> Option<Self> {
        let last = body["messages"].as_array()?.last()?;
        let document: Value = serde_json::from_str(last["content"].as_str()?).ok()?;
        let posts = document["posts"].as_array()?;
        let ids = posts.iter().filter_map(|post| post["id"].as_str());
        let unwanted = document["description"].as_str().and_then(|text| text.rsplit(' ').next());
        let verdicts = unwanted.map(|word| posts.iter().map(|post| verdict(post, word)).collect());
        Some(Self {
            keyword: document["keyword"].as_str()?.to_owned(),
            ids: ids.map(str::to_owned).collect(),
            verdicts,
        })
    }

    /// Returns the text of a completion.
    pub(crate) fn content(&self, fault: Option<&FaultKind>) -> String {
        let (cited, foreign) = (self.some(), json!(["p998", "p999"]));
        if let (Some(verdicts), None | Some(FaultKind::Late)) = (&self.verdicts, fault) {
            return json!({"verdicts": verdicts}).to_string();
        }
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

fn verdict(post: &Value, unwanted: &str) -> Value {
    let is_relevant = !post.to_string().contains(unwanted);
    let reason =
        if is_relevant { "It is what is meant." } else { "It is about the other meaning." };
    json!({"id": post["id"], "relevant": is_relevant, "reason": reason})
}
