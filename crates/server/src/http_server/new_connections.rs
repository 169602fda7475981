//! Handles connections that begin while the listener closes.

use std::io;
use std::net::TcpListener;

/// Lets no further connection begin at `listener`. Without this, a connection made after the last
/// waiting one was accepted, and before the listener is closed, would be reset. Instead its
/// client's system tries again a second later, and learns that nobody listens, or finds the next
/// process.
#[cfg(target_os = "linux")]
pub(super) fn drop_at(listener: &TcpListener) -> io::Result<()> {
    use socket2::{SockFilter, SockRef};

    const LOAD_BYTE: u16 = 0x30;
    const JUMP_IF_ANY_BIT: u16 = 0x45;
    const RETURN: u16 = 0x06;
    const FLAGS_OF_TCP_HEADER: u32 = 13;
    const SYN: u32 = 0x02;

    // Nothing else may be dropped: clients that wait to be accepted keep sending.
    let filter = [
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS_OF_TCP_HEADER),
        SockFilter::new(JUMP_IF_ANY_BIT, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ];
    SockRef::from(listener).attach_filter(&filter)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn drop_at(_listener: &TcpListener) -> io::Result<()> {
    Ok(())
}
