use percent_encoding::percent_decode_str;
use url::Url;

use foundation::net::mail_address::ascii_domain;

/// The mail server that `mail.smtp_url` names. Not printed, since it may hold a password.
pub struct SmtpAddress {
    pub host: String,
    /// Unset: the default port.
    pub port: Option<u16>,
    pub encryption: SmtpEncryption,
    /// Name and password.
    pub credentials: Option<(String, String)>,
    /// The name that Harken gives in EHLO, instead of this machine's.
    pub hello: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpEncryption {
    None,
    /// STARTTLS, if the server offers it.
    Opportunistic,
    /// STARTTLS.
    Required,
    /// TLS from the first byte.
    Wrapper,
}

impl SmtpAddress {
    /// Reads `smtps://user:password@host:465` for TLS from the first byte,
    /// `smtp://…:587?tls=required` or `?tls=opportunistic` for STARTTLS, `smtp://host:25` for plain
    /// text. A path, as in `smtp://host/mail.example.com`, is the name for EHLO.
    ///
    /// # Errors
    /// The reason why the address is invalid, without the address.
    pub fn parse(address: &str) -> Result<Self, &'static str> {
        let url = Url::parse(address).map_err(|_| "it cannot be read")?;
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let tls = tls.map(|(_, value)| value.into_owned());
        let encryption = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => SmtpEncryption::None,
            ("smtp", Some("required")) => SmtpEncryption::Required,
            ("smtp", Some("opportunistic")) => SmtpEncryption::Opportunistic,
            ("smtps", _) => SmtpEncryption::Wrapper,
            ("smtp", _) => return Err("its tls must be required or opportunistic"),
            _ => return Err("it must begin with smtp:// or smtps://"),
        };
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or("it has no host")?.trim_matches(['[', ']']);
        // The parser encodes letters outside ASCII in this way.
        let host = match host.contains('%') {
            true => ascii_domain(&decoded(host)?).ok_or("its host is no domain name")?,
            false => host.to_owned(),
        };
        let credentials = match url.password() {
            None => None,
            Some(password) => Some((decoded(url.username())?, decoded(password)?)),
        };
        let hello = url.path().trim_matches('/');
        Ok(Self {
            host,
            port: url.port(),
            encryption,
            credentials,
            hello: (!hello.is_empty()).then(|| hello.to_owned()),
        })
    }
}

fn decoded(text: &str) -> Result<String, &'static str> {
    let text = percent_decode_str(text).decode_utf8();
    let text = text.map_err(|_| "its user name or password is not valid text")?;
    Ok(text.into_owned())
}
