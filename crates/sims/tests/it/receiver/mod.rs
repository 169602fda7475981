//! The receiver over real sockets.

#![allow(unreachable_pub, reason = "the harness is written as a library is")]

mod control;
mod faults;
mod push;
mod services;
mod support;
