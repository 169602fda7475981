//! Ports for servers that cannot choose one themselves.

use std::net::TcpListener;

/// Returns distinct free ports of this machine: all are held until all are known.
pub fn free_ports(count: usize) -> Vec<u16> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let ports = listeners.iter();
    ports.map(|listener| listener.local_addr().unwrap().port()).collect()
}
