//! The web server under clients that are slow, many, or do not listen, over real sockets.

mod connections;
mod refused_bodies;
mod slow_clients;
mod stopping;
