//! The fate of messages when the receiver fails, over real sockets.

mod fairness;
mod frozen;
mod holds;
mod mail;
mod receivers;
mod tls;
mod turns;
mod unconfirmed;
