/// The parts of the configuration that a command needs. Others may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Whether it serves the web app.
    pub site: bool,
    /// Whether it sends email.
    pub mail: bool,
    /// Whether it does more than manage the database.
    pub services: bool,
}

impl Needs {
    pub const ALL: Self = Self { site: true, mail: true, services: true };
    /// The needs of commands that neither serve the web app nor send email.
    pub const ACCOUNTS: Self = Self { services: true, ..Self::DATABASE };
    pub const DATABASE: Self = Self { site: false, mail: false, services: false };
}
