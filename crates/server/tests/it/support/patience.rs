use std::time::Duration;

/// The maximum time that a test waits for anything. Only a broken program takes this long, however
/// busy the machine is: the time is spent only if something fails.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// How long Harken waits for a source before it gives up, in tests of anything else: longer than an answer
/// takes on a busy machine. Tests of a silent source set [`SHORT_WAIT_SECONDS`].
pub const LONG_WAIT_SECONDS: u32 = 30;

/// How long Harken waits for a source that answers nothing.
pub const SHORT_WAIT_SECONDS: u32 = 2;
