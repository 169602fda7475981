use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use super::Network;
use foundation::web_app;

/// The web server: where it listens and what it serves.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// Address and port to listen on.
    #[schema(value_type = String)]
    pub listen: SocketAddr,
    /// The URL at which people reach Harken; links in emails begin with it. Unset: the address that
    /// Harken listens on, as a browser on this machine reaches it.
    pub public_url: Url,
    /// A folder with a built web app (`web/dist`). Unset: the one built into the program.
    #[schema(value_type = Option<String>)]
    pub web_dir: Option<PathBuf>,
    /// Whether this is a demo: it has a ready login with keywords, and a mailbox page that shows
    /// emails, which are kept as files.
    pub demo: bool,
    /// Demo: feeds that its account follows from the first start on, if feeds are read.
    pub demo_feeds: Vec<Url>,
    /// Proxies in front of Harken, as addresses or ranges. Their `X-Forwarded-For` headers are
    /// trusted to name the client. Empty: the header is ignored.
    #[schema(value_type = Vec<String>)]
    pub trusted_proxies: Vec<Network>,
    /// The address to which people write for help, and push services if `public_url` does not begin with
    /// `https://`. Unset: the address that emails come from.
    pub support_email: Option<String>,
    /// Time between two heartbeats of an open live stream: shorter than the time after which proxies
    /// in front close a silent connection.
    pub heartbeat_seconds: u32,
    /// Whether everybody can see on `/status` how sources are read and messages are sent. Unset:
    /// administrators choose it on the Administration page; `false` until they do.
    pub status_page: Option<bool>,
    /// `on`; or `off` for self-hosting, where every user may do everything.
    #[schema(value_type = String)]
    pub plans: Plans,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plans {
    On,
    Off,
}

impl ServerConfig {
    /// Returns the URL at which people reach `path`.
    pub fn address_of(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }

    /// Returns the default of `public_url`.
    pub(super) fn own_url(&self) -> Url {
        let ip = match self.listen.ip() {
            IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        let mut url = Self::default().public_url;
        // These fail only for addresses that have no host.
        let _ = url.set_ip_host(ip);
        let _ = url.set_port(Some(self.listen.port()));
        url
    }

    pub fn heartbeat(&self) -> Duration {
        Duration::from_secs(self.heartbeat_seconds.into())
    }

    pub(super) fn problem(&self) -> Option<String> {
        if self.heartbeat_seconds == 0 {
            return Some("heartbeat_seconds must be 1 or more; 15 suits most proxies".to_owned());
        }
        let email = self.support_email.as_ref()?;
        let refused = email.parse::<lettre::Address>().is_err();
        refused.then(|| "support_email must look like `help@example.com`".to_owned())
    }
}

impl ServerConfig {
    /// Returns why the web app cannot be shown, if it cannot.
    pub fn missing_site(&self) -> Option<String> {
        let Some(folder) = &self.web_dir else {
            let problem = "this build of Harken carries no web app: run scripts/web before cargo build --release, \
                           or set server.web_dir to the folder of a built one";
            return web_app::file("index.html").is_none().then(|| problem.to_owned());
        };
        let page = folder.join("index.html");
        let error = File::open(&page).err()?;
        Some(format!(
            "web_dir: {} cannot be read: {error}; set it to the folder of the built web app, a \
             copy of web/dist",
            page.display()
        ))
    }
}

impl Default for ServerConfig {
    fn default() -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], 8080));
        Self {
            listen,
            public_url: crate::config::load::fixed_url("http://127.0.0.1:8080"),
            web_dir: None,
            demo: false,
            demo_feeds: Vec::new(),
            trusted_proxies: Vec::new(),
            support_email: None,
            heartbeat_seconds: 15,
            status_page: None,
            plans: Plans::On,
        }
    }
}
