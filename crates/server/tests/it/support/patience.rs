use std::time::Duration;

/// The maximum time that a test waits for anything. Only a broken program takes this long, however
/// busy the machine is: the time is spent only if something fails.
pub const PATIENCE: Duration = Duration::from_secs(600);
