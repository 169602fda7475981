//! Certificates for test servers.

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedKey, DistinguishedName, DnType, IsCa, KeyPair,
    date_time_ymd,
};

/// Returns a self-signed certificate for `name`.
pub fn certificate(name: &str) -> CertifiedKey<KeyPair> {
    sign(&params(name))
}

/// Like [`certificate`], but expired.
pub fn expired(name: &str) -> CertifiedKey<KeyPair> {
    let mut params = params(name);
    params.not_after = date_time_ymd(2020, 1, 1);
    sign(&params)
}

/// Like [`certificate`], but of an authority: what openssl makes by default.
pub fn authority(name: &str) -> CertifiedKey<KeyPair> {
    let mut params = params(name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    sign(&params)
}

fn params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::new([name.to_owned()]).unwrap();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

fn sign(params: &CertificateParams) -> CertifiedKey<KeyPair> {
    let signing_key = KeyPair::generate().unwrap();
    let cert = params.self_signed(&signing_key).unwrap();
    CertifiedKey { cert, signing_key }
}
