//! Names of hosts that exist only in a private network.

/// Endings of names that are never public (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's
/// `internal`).
const LOCAL_ENDINGS: [&str; 7] =
    ["localhost", "local", "internal", "home.arpa", "alt", "onion", "localdomain"];

/// Returns whether `name`, in lower case and without a dot at its end, belongs to a private
/// network.
pub fn is_local_name(name: &str) -> bool {
    let ends = |ending: &&str| {
        let rest = name.strip_suffix(*ending);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    !name.contains('.') || LOCAL_ENDINGS.iter().any(ends)
}
