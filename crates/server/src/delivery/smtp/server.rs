use std::time::Duration;

use anyhow::Context;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use url::Url;

/// A mail server as its address names it.
pub(super) struct Server {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    /// How Harken introduces itself.
    hello: ClientId,
}

impl Server {
    /// `smtps://user:password@host:465` for TLS from the first byte, `smtp://…:587?tls=required` or
    /// `?tls=opportunistic` for STARTTLS, `smtp://host:25` for plain text. A path, as in
    /// `smtp://host/mail.example.com`, is the name for EHLO instead of this machine's.
    ///
    /// # Errors
    /// It is none of these, or this machine's certificates could not be read.
    pub(super) fn parse(address: &str) -> anyhow::Result<Self> {
        // Its faults are not passed on: they may show the address.
        let url = Url::parse(address).ok().context("it cannot be read")?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.context("it names no host")?;
        let host = host.trim_matches(['[', ']']).to_owned();
        let tls = url.query_pairs().find(|(name, _)| name == "tls");
        let tls = tls.map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone());
        let (tls, port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Tls::None, SMTP_PORT),
            ("smtp", Some("required")) => (Tls::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
            _ => anyhow::bail!("it must begin with smtp: or smtps:, and tls be required"),
        };
        let credentials = match url.password() {
            None => None,
            Some(password) => Some(Credentials::new(
                decoded(url.username())?,
                decoded(password)?,
            )),
        };
        let name = url.path().trim_matches('/');
        let hello = if name.is_empty() {
            ClientId::default()
        } else {
            ClientId::Domain(name.to_owned())
        };
        Ok(Self {
            port: url.port().unwrap_or(port),
            host,
            tls,
            credentials,
            hello,
        })
    }

    /// A new connection, greeted, encrypted and signed in.
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

fn decoded(text: &str) -> anyhow::Result<String> {
    let text = percent_decode_str(text).decode_utf8();
    let text = text.ok().context("its name or password is no text")?;
    Ok(text.into_owned())
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
            (
                "smtp://127.0.0.1",
                expected("127.0.0.1", 25, "plain", false),
            ),
            ("smtp://[::1]:2525", expected("::1", 2525, "plain", false)),
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
        assert_eq!(
            named.hello,
            ClientId::Domain("alerts.example.com".to_owned())
        );
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
