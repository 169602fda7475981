use std::net::{IpAddr, SocketAddr, TcpListener};

use anyhow::Context;

/// Returns the address with port `wanted` or, if that is taken, with the next free one.
///
/// # Errors
/// Twenty ports are taken.
pub(crate) fn free_address(ip: IpAddr, wanted: u16) -> anyhow::Result<SocketAddr> {
    let ports = wanted..wanted.saturating_add(20);
    let free = ports
        .map(|port| SocketAddr::new(ip, port))
        .find(|address| TcpListener::bind(address).is_ok());
    let free = free.with_context(|| {
        format!("ports {wanted} to {} are all taken; stop what listens there", wanted + 19)
    })?;
    if free.port() != wanted {
        eprintln!("Port {wanted} is taken; using {}.", free.port());
    }
    Ok(free)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn a_port_that_is_taken_is_skipped() {
        let ip = IpAddr::from(Ipv4Addr::LOCALHOST);
        let taken = TcpListener::bind((ip, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let found = free_address(ip, port).unwrap().port();
        assert!(found > port && found < port + 20, "{port}: {found}");
    }
}
