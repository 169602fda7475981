/// What a command uses of the configuration: what it does not use may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// Shows the web app.
    pub site: bool,
    /// Sends mail.
    pub mail: bool,
    /// Does more than look after the database.
    pub services: bool,
}

impl Needs {
    pub const ALL: Self = Self {
        site: true,
        mail: true,
        services: true,
    };
    /// Accounts and payments, without anything that is shown or sent.
    pub const ACCOUNTS: Self = Self {
        services: true,
        ..Self::DATABASE
    };
    pub const DATABASE: Self = Self {
        site: false,
        mail: false,
        services: false,
    };
}
