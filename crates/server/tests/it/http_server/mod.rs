//! The web server with slow, numerous or unresponsive clients, over real sockets.

mod connections;
mod refused_bodies;
mod slow_clients;
mod stopping;
