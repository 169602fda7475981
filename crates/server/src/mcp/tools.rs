//! The tools: calls of the API, whose arguments are described by its OpenAPI document.

use std::sync::{Arc, LazyLock};

use axum::http::Method;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use api::routes::openapi;

/// The most entries of a page: an assistant reads all that it gets.
const MAX_PAGE: u64 = 25;
const DEFAULT_PAGE: u64 = 10;
/// The most characters of a text of a post.
const MAX_CHARS: usize = 2_000;

/// What a call changes, as hints for the person who allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Reads,
    Adds,
    /// Replaces or removes what there was.
    Replaces,
}

/// The tools, as names, effects and calls of the API.
const TOOLS: [(&str, Effect, Method, &str); 15] = [
    ("search_matches", Effect::Reads, Method::GET, "/api/notifications/search"),
    ("list_matches", Effect::Reads, Method::GET, "/api/notifications"),
    ("explain_match", Effect::Reads, Method::GET, "/api/notifications/{id}/explanation"),
    ("move_matches", Effect::Replaces, Method::POST, "/api/notifications/move"),
    ("list_keywords", Effect::Reads, Method::GET, "/api/keywords"),
    ("get_keyword", Effect::Reads, Method::GET, "/api/keywords/{id}"),
    ("preview_keyword", Effect::Reads, Method::POST, "/api/keywords/preview"),
    ("create_keyword", Effect::Adds, Method::POST, "/api/keywords"),
    ("update_keyword", Effect::Replaces, Method::PUT, "/api/keywords/{id}"),
    ("list_mutes", Effect::Reads, Method::GET, "/api/mutes"),
    ("create_mute", Effect::Adds, Method::POST, "/api/mutes"),
    ("delete_mute", Effect::Replaces, Method::DELETE, "/api/mutes/{id}"),
    ("get_coverage", Effect::Reads, Method::GET, "/api/coverage"),
    ("get_keyword_coverage", Effect::Reads, Method::GET, "/api/keywords/{id}/coverage"),
    ("get_analytics", Effect::Reads, Method::GET, "/api/analytics"),
];

/// A call of the API.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    pub method: Method,
    /// With the query.
    pub path: String,
    pub body: Option<Value>,
}

/// A tool, and where its arguments go.
struct Known {
    tool: Tool,
    method: Method,
    path: &'static str,
    /// The names of the parameters in the path and in the query. All other arguments are in the body.
    in_path: Vec<String>,
    in_query: Vec<String>,
    has_body: bool,
}

static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let document = serde_json::to_value(openapi()).unwrap_or_default();
    TOOLS.iter().map(|tool| Known::of(tool, &document)).collect()
});

pub(super) fn list() -> Vec<Tool> {
    ALL.iter().map(|known| known.tool.clone()).collect()
}

pub(super) fn find(name: &str) -> Option<Tool> {
    known(name).map(|known| known.tool.clone())
}

fn known(name: &str) -> Option<&'static Known> {
    ALL.iter().find(|known| known.tool.name == name)
}

/// Returns the call that a tool makes with these arguments.
///
/// # Errors
/// There is no such tool, or an argument cannot be a parameter; as a text for the model.
pub(super) fn call(name: &str, mut arguments: JsonObject) -> Result<Call, String> {
    let known = known(name).ok_or_else(|| format!("There is no tool “{name}”."))?;
    let mut path = known.path.to_owned();
    for name in &known.in_path {
        let value = arguments.remove(name).and_then(|value| text_of(&value));
        let value = value.ok_or_else(|| format!("The argument “{name}” is missing."))?;
        let value = utf8_percent_encode(&value, NON_ALPHANUMERIC).to_string();
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for name in &known.in_query {
        let value = match (name.as_str(), arguments.remove(name)) {
            ("limit", None) => Some(DEFAULT_PAGE.to_string()),
            ("limit", Some(value)) => value.as_u64().map(|limit| limit.min(MAX_PAGE).to_string()),
            (_, None) => continue,
            (_, Some(value)) => text_of(&value),
        };
        query.append_pair(
            name,
            &value.ok_or_else(|| format!("“{name}” has a value of a wrong type."))?,
        );
    }
    let query = query.finish();
    if !query.is_empty() {
        path = format!("{path}?{query}");
    }
    let body = known.has_body.then_some(Value::Object(arguments));
    Ok(Call { method: known.method.clone(), path, body })
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns a value with its long texts cut.
pub(super) fn shortened(mut value: Value) -> Value {
    match &mut value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
                text.truncate(end);
                text.push('…');
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| *one = shortened(one.take())),
        Value::Object(fields) => fields.values_mut().for_each(|one| *one = shortened(one.take())),
        _ => {}
    }
    value
}

impl Known {
    fn of(
        (name, effect, method, path): &(&'static str, Effect, Method, &'static str),
        document: &Value,
    ) -> Self {
        let operation = &document["paths"][path][method.as_str().to_lowercase()];
        let text = |field: &str| operation[field].as_str().unwrap_or_default();
        let description = format!("{}\n\n{}", text("summary"), text("description"));
        let annotations = ToolAnnotations::new()
            .read_only(*effect == Effect::Reads)
            .destructive(*effect == Effect::Replaces)
            .idempotent(*effect == Effect::Replaces)
            .open_world(false);
        let mut schema = Schema::default();
        let (in_path, in_query) =
            (schema.add_parameters(operation, "path"), schema.add_parameters(operation, "query"));
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        schema.add_fields(body, document);
        let tool = Tool::new(*name, description.trim().to_owned(), schema.finish(document))
            .with_annotations(annotations);
        Self { tool, method: method.clone(), path, in_path, in_query, has_body: body.is_object() }
    }
}

/// The schema of a tool's arguments.
#[derive(Default)]
struct Schema {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl Schema {
    /// Adds an operation's parameters of a kind, and returns their names.
    fn add_parameters(&mut self, operation: &Value, kind: &str) -> Vec<String> {
        let all = operation["parameters"].as_array().into_iter().flatten();
        let names = all.filter(|parameter| parameter["in"] == kind).filter_map(|parameter| {
            let name = parameter["name"].as_str()?;
            let mut schema = parameter["schema"].clone();
            if let Some(text) = parameter.get("description") {
                schema["description"] = text.clone();
            }
            if name == "limit" {
                schema["maximum"] = json!(MAX_PAGE);
                schema["default"] = json!(DEFAULT_PAGE);
            }
            self.properties.insert(name.to_owned(), schema);
            if parameter["required"] == true {
                self.required.push(json!(name));
            }
            Some(name.to_owned())
        });
        names.collect()
    }

    /// Adds the fields of a body.
    fn add_fields(&mut self, body: &Value, document: &Value) {
        let reference = body["$ref"].as_str().and_then(|at| at.strip_prefix('#'));
        if let Some(body) = reference.and_then(|at| document.pointer(at)) {
            return self.add_fields(body, document);
        }
        for part in body["allOf"].as_array().into_iter().flatten() {
            self.add_fields(part, document);
        }
        for (name, field) in body["properties"].as_object().into_iter().flatten() {
            self.properties.insert(name.clone(), field.clone());
        }
        self.required.extend(body["required"].as_array().into_iter().flatten().cloned());
    }

    /// Returns the schema, with the definitions that it refers to.
    fn finish(self, document: &Value) -> Arc<JsonObject> {
        let mut definitions = Map::new();
        let properties =
            with_definitions(Value::Object(self.properties), document, &mut definitions);
        let mut schema =
            json!({"type": "object", "properties": properties, "required": self.required});
        if !definitions.is_empty() {
            schema["$defs"] = Value::Object(definitions);
        }
        Arc::new(schema.as_object().cloned().unwrap_or_default())
    }
}

/// Returns a schema that refers to `$defs` instead of the document's components, and adds these there.
fn with_definitions(
    schema: Value,
    document: &Value,
    definitions: &mut Map<String, Value>,
) -> Value {
    const COMPONENTS: &str = "#/components/schemas/";
    match schema {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(key, value)| {
                    let name = value.as_str().and_then(|at| at.strip_prefix(COMPONENTS));
                    let Some(name) = name.filter(|_| key == "$ref") else {
                        return (key, with_definitions(value, document, definitions));
                    };
                    if !definitions.contains_key(name) {
                        // First, as it may refer to itself.
                        definitions.insert(name.to_owned(), Value::Null);
                        let component = document["components"]["schemas"][name].clone();
                        let component = with_definitions(component, document, definitions);
                        definitions.insert(name.to_owned(), component);
                    }
                    (key, json!(format!("#/$defs/{name}")))
                })
                .collect(),
        ),
        Value::Array(values) => {
            values.into_iter().map(|value| with_definitions(value, document, definitions)).collect()
        }
        other => other,
    }
}
