use std::fmt;
use std::path::PathBuf;

/// The origin of a setting's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The configuration file, or a file that a variable names.
    File(PathBuf),
    /// A credential from systemd.
    Credential(String),
    Variable(String),
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Credential(name) => write!(f, "credential {name}"),
            Self::Variable(name) => name.fmt(f),
            Self::Flag => f.write_str("--set"),
        }
    }
}
