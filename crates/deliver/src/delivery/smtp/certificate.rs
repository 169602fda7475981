//! Explains TLS problems of a mail server, and says what to do.

use std::error::Error;

use rustls::{Error as TlsError, InvalidMessage};

use foundation::net::tls::{Peer, error_in};

const MAIL_SERVER: Peer = Peer {
    name: "the mail server",
    setting: "mail.smtp_url",
    trust: "name its file in the variable SSL_CERT_FILE",
};

/// Returns what the operator has to do, if `error` comes from TLS.
pub(super) fn advice(error: &(dyn Error + 'static)) -> Option<String> {
    match error_in(error)? {
        TlsError::InvalidCertificate(fault) => Some(MAIL_SERVER.advice(fault)),
        TlsError::InvalidMessage(InvalidMessage::InvalidContentType) => Some(
            "the mail server does not speak TLS at this port: if it wants STARTTLS, write \
             smtp:// and ?tls=required in mail.smtp_url"
                .to_owned(),
        ),
        _ => None,
    }
}
