use std::time::Duration;

use anyhow::Context;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};

use platform::config::{SmtpAddress, SmtpEncryption};

/// A mail server, as described by its address.
pub(super) struct Server {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    /// The name that Harken sends in its greeting.
    hello: ClientId,
}

impl Server {
    /// Parses the server at `address`, see [`SmtpAddress::parse`].
    ///
    /// # Errors
    /// The address is invalid, or this machine's certificates could not be read.
    pub(super) fn parse(address: &str) -> anyhow::Result<Self> {
        let address = SmtpAddress::parse(address).map_err(anyhow::Error::msg)?;
        let parameters = || {
            TlsParameters::new(address.host.clone())
                .context("the certificates that this machine trusts could not be read")
        };
        let (tls, port) = match address.encryption {
            SmtpEncryption::None => (Tls::None, SMTP_PORT),
            SmtpEncryption::Required => (Tls::Required(parameters()?), SUBMISSION_PORT),
            SmtpEncryption::Opportunistic => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            SmtpEncryption::Wrapper => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
        };
        let credentials = address.credentials;
        Ok(Self {
            port: address.port.unwrap_or(port),
            host: address.host,
            tls,
            credentials: credentials.map(|(name, password)| Credentials::new(name, password)),
            hello: address.hello.map(ClientId::Domain).unwrap_or_default(),
        })
    }

    /// Opens a new connection, greeted, encrypted and signed in.
    pub(super) async fn connect(&self, limit: Duration) -> Result<AsyncSmtpConnection, Error> {
        let from_the_start = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let connecting = AsyncSmtpConnection::connect_tokio1(
            address,
            Some(limit),
            &self.hello,
            from_the_start,
            None,
        );
        let mut conn = connecting.await?;
        match &self.tls {
            Tls::Required(parameters) => conn.starttls(parameters.clone(), &self.hello).await?,
            Tls::Opportunistic(parameters) if conn.can_starttls() => {
                conn.starttls(parameters.clone(), &self.hello).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            let ways = [Mechanism::Plain, Mechanism::Login];
            conn.auth(&ways, credentials).await?;
        }
        Ok(conn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_where_and_how() {
        let shown = |address: &str| {
            let server = Server::parse(address).unwrap();
            let way = match server.tls {
                Tls::None => "plain",
                Tls::Opportunistic(_) => "opportunistic",
                Tls::Required(_) => "required",
                Tls::Wrapper(_) => "tls",
            };
            let signs_in = server.credentials.is_some();
            (server.host, server.port, way, signs_in)
        };
        let expected = |host: &str, port, way, signs_in| (host.to_owned(), port, way, signs_in);
        for (address, server) in [
            ("smtp://127.0.0.1", expected("127.0.0.1", 25, "plain", false)),
            ("smtp://[::1]:2525", expected("::1", 2525, "plain", false)),
            (
                "smtp://mail.Bücher.example",
                expected("mail.xn--bcher-kva.example", 25, "plain", false),
            ),
            (
                "smtps://a%40b:p%3Aw@mail.example.com",
                expected("mail.example.com", 465, "tls", true),
            ),
            (
                "smtp://a:b@mail.example.com?tls=required",
                expected("mail.example.com", 587, "required", true),
            ),
            (
                "smtp://mail.example.com:26?tls=opportunistic",
                expected("mail.example.com", 26, "opportunistic", false),
            ),
        ] {
            assert_eq!(shown(address), server, "{address}");
        }
        let named = Server::parse("smtp://127.0.0.1/alerts.example.com").unwrap();
        assert_eq!(named.hello, ClientId::Domain("alerts.example.com".to_owned()));
    }

    #[test]
    fn what_is_no_address_is_refused_without_showing_it() {
        for address in [
            "",
            "mail:secret",
            "http://a:secret@b",
            "smtp://a:secret@b?tls=maybe",
            "smtp:///secret",
        ] {
            let error = Server::parse(address).err().expect(address);
            assert!(!format!("{error:#}").contains("secret"), "{error:#}");
        }
    }
}
