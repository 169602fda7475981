//! The limit on open files and sockets of this process.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lets this process open as many files and sockets as its system allows. The usual limit, 1024, is
/// meant for programs that serve one user.
pub fn raise_open_files() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    let raised = Rlimit { current: maximum, maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, ?current, "the limit of open files could not be raised");
    }
}

/// Returns how many files and sockets this process may open, if that is bounded.
pub(super) fn limit() -> Option<usize> {
    let current = getrlimit(Resource::Nofile).current?;
    Some(usize::try_from(current).unwrap_or(usize::MAX))
}
