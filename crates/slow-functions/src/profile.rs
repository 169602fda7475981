//! Reads from a profile of the compiler how long each function took.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use analyzeme::{Event, ProfilingData};

/// The compiler's steps that process one function at a time, and the names of their queries. What
/// such a query calls, for example the search for an implementation of a trait, counts as its time.
pub(crate) const STEPS: [(&str, &[&str]); 3] = [
    ("types", &["typeck", "check_well_formed"]),
    ("borrows", &["mir_borrowck"]),
    (
        "MIR",
        &[
            "check_liveness",
            "check_match",
            "check_unsafety",
            "mir_built",
            "mir_coroutine_witnesses",
            "mir_drops_elaborated_and_const_checked",
            "mir_promoted",
            "optimized_mir",
            "thir_body",
        ],
    ),
];

/// Queries whose result all functions share: the first caller is not to blame.
const SHARED: [&str; 4] = [
    "implementations_of_trait",
    "metadata_register_crate",
    "specialization_graph_of",
    "trait_impls_of",
];

/// The query that lists the calls of one instance of a function; it runs once for each instance.
const INSTANCE: &str = "items_of_instance";

pub(crate) struct Profile {
    /// The seconds that each function took in each of [`STEPS`].
    pub(crate) functions: HashMap<String, [f64; STEPS.len()]>,
    /// The number of instances of each function that were generated.
    pub(crate) instances: HashMap<String, usize>,
}

/// A function and the index of a step in [`STEPS`].
type Owner = Option<(String, usize)>;

impl Profile {
    /// Reads a file whose name ends in `.mm_profdata`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or was written by a compiler with another format.
    pub(crate) fn read(path: &Path) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let data = ProfilingData::new(path)?;
        let mut profile = Self { functions: HashMap::new(), instances: HashMap::new() };
        let mut stacks: HashMap<u32, Vec<(Event<'_>, Owner)>> = HashMap::new();
        // An event is written when it ends, so in reverse order each follows the event that contains it.
        for event in data.iter_full().rev() {
            let Some(duration) = event.duration() else {
                continue;
            };
            let stack = stacks.entry(event.thread_id).or_default();
            while stack.last().is_some_and(|(top, _)| !top.contains(&event)) {
                stack.pop();
            }
            let outer = stack.last().and_then(|(_, owner)| owner.clone());
            let owner = owner(&event, &outer);
            if event.label == INSTANCE {
                *profile.instances.entry(generated(&event)).or_default() += 1;
            }
            if owner != outer {
                profile.add(&outer, -duration.as_secs_f64());
                profile.add(&owner, duration.as_secs_f64());
            }
            stack.push((event, owner));
        }
        Ok(profile)
    }

    fn add(&mut self, owner: &Owner, seconds: f64) {
        if let Some((function, step)) = owner {
            self.functions.entry(function.clone()).or_default()[*step] += seconds;
        }
    }
}

/// Returns the function that an event's time counts for: its own if it is one of [`STEPS`], else that
/// of the enclosing event.
fn owner(event: &Event<'_>, outer: &Owner) -> Owner {
    if SHARED.contains(&event.label.as_ref()) {
        return None;
    }
    let step = STEPS.iter().position(|(_, queries)| queries.contains(&event.label.as_ref()));
    let Some(step) = step else {
        return outer.clone();
    };
    Some((function(event.additional_data.first()?), step))
}

/// Returns the path of a function, without the part that names a closure or a constant in it.
fn function(path: &str) -> String {
    let end = ["::{{closure}}", "::{{constant}}", "::{{opaque}}"]
        .iter()
        .filter_map(|part| path.find(part))
        .min();
    path[..end.unwrap_or(path.len())].to_owned()
}

/// Returns the path of an instance's function, from
/// `(Instance { def: Item(DefId(2:13175 ~ core[c1f1]::slice::sort)), args: ...`.
fn generated(event: &Event<'_>) -> String {
    let instance = event.additional_data.first().map_or("", AsRef::as_ref);
    let path = instance.split_once(" ~ ").map_or("", |(_, rest)| rest);
    path[..path.find([')', ',']).unwrap_or(path.len())].to_owned()
}
