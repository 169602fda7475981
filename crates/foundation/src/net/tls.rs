//! Explains what is wrong with a server's certificate, and what to do about it.

use std::error::Error;
use std::io;

use rustls::{CertificateError, Error as TlsError};

/// A server that Harken is configured to use, as error messages name it.
pub struct Peer {
    /// "the mail server"
    pub name: &'static str,
    /// The setting that holds its address.
    pub setting: &'static str,
    /// The advice to make its authority trusted: "name its file in …"
    pub trust: &'static str,
}

impl Peer {
    /// Returns what the operator is to do about a rejected certificate.
    pub fn advice(&self, fault: &CertificateError) -> String {
        let Self { name, setting, trust } = self;
        match fault {
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                format!(
                    "{name}'s certificate is for another name: use the name that it is for in \
                     {setting}"
                )
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                format!("{name}'s certificate has expired: it must be renewed there")
            }
            CertificateError::UnknownIssuer | CertificateError::BadSignature => format!(
                "{name}'s certificate was issued by an authority that this machine does not \
                 trust: install that authority's certificate here, or {trust}"
            ),
            // Only its name is accessible: it comes from below rustls.
            CertificateError::Other(other) if other.to_string() == "CaUsedAsEndEntity" => format!(
                "{name}'s certificate belongs to an authority, which a server must not use: \
                 create one for the server (openssl req -x509 … -addext \
                 basicConstraints=critical,CA:FALSE)"
            ),
            other => format!("{name}'s certificate is refused: {other}"),
        }
    }
}

/// Returns the TLS error that caused `error`, however deeply it is wrapped. An `io::Error` displays
/// the error it holds, but does not return it as its source.
pub fn error_in<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a TlsError> {
    let mut next = Some(error);
    while let Some(error) = next {
        let held = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        if let Some(found) = held.and_then(|held| held.downcast_ref()) {
            return Some(found);
        }
        next = error.source();
    }
    None
}
