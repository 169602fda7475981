use std::time::Duration;

/// How long anything may take that a test waits for. Only a broken program takes this long, however busy the machine is:
/// it is spent where something fails, and nowhere else.
pub const PATIENCE: Duration = Duration::from_secs(600);
