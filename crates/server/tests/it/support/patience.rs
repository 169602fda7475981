use std::time::Duration;

/// The most that anything may take that a test waits for. Only a broken program takes this long,
/// however busy the machine is: the time is spent only where something fails.
pub const PATIENCE: Duration = Duration::from_secs(600);
