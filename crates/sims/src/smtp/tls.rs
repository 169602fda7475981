use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// The moment at which a sink starts to encrypt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// From the first byte, as at port 465 (RFC 8314).
    FromTheStart,
    /// When the client asks for it by STARTTLS (RFC 3207).
    OnDemand,
}

#[derive(Clone)]
pub struct Tls {
    pub(crate) encryption: Encryption,
    acceptor: TlsAcceptor,
}

impl Tls {
    /// Creates the settings from this certificate and its private key (PKCS #8), both DER.
    pub fn new(encryption: Encryption, certificate: &[u8], key: &[u8]) -> anyhow::Result<Self> {
        let chain = vec![CertificateDer::from(certificate.to_vec())];
        let key = PrivateKeyDer::Pkcs8(key.to_vec().into());
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        Ok(Self { encryption, acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.acceptor.accept(stream).await
    }
}

/// Never prints the key.
impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("encryption", &self.encryption).finish_non_exhaustive()
    }
}
