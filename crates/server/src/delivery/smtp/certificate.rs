//! What is wrong with a mail server's TLS, in words that say what to do.

use std::error::Error;
use std::io;

use rustls::{CertificateError, Error as TlsError, InvalidMessage};

/// What the person who runs Harken is to do, if `error` comes from TLS.
pub(super) fn advice(error: &(dyn Error + 'static)) -> Option<String> {
    let advice = match tls_error(error)? {
        TlsError::InvalidCertificate(fault) => of_certificate(fault),
        TlsError::InvalidMessage(InvalidMessage::InvalidContentType) => {
            "the mail server does not speak TLS at this port: if it wants STARTTLS, write \
             smtp:// and ?tls=required in mail.smtp_url"
                .to_owned()
        }
        _ => return None,
    };
    Some(advice)
}

fn of_certificate(fault: &CertificateError) -> String {
    match fault {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the mail server's certificate is for another name: write the name that it is for in \
             mail.smtp_url"
                .to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the mail server's certificate has expired: it must be renewed there".to_owned()
        }
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            "the mail server's certificate comes from nobody whom this machine trusts: install its \
             authority's certificate here, or name its file in the variable SSL_CERT_FILE"
                .to_owned()
        }
        other => format!("the mail server's certificate is refused: {other}"),
    }
}

/// Down through what it was wrapped in. An `io::Error` shows what it holds, but not as its source.
fn tls_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a TlsError> {
    let mut next = Some(error);
    while let Some(error) = next {
        let held = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        if let Some(found) = held.and_then(|held| held.downcast_ref()) {
            return Some(found);
        }
        next = error.source();
    }
    None
}
