//! The parts of a process that storing needs.

use std::sync::Arc;

use db::Pool;
use embeddings::Embeddings;
use platform::bus::Bus;
use platform::config::Plans;
use platform::context::Context;

#[derive(Clone, Copy)]
pub struct StoreContext<'a> {
    pub pool: &'a Pool,
    pub plans: Plans,
    pub bus: &'a dyn Bus,
    /// Whether a language model may be asked which matches are relevant.
    pub asks_second_opinions: bool,
    /// Compares matches with the descriptions of keywords, if there is a model.
    pub embeddings: Option<&'a Arc<Embeddings>>,
}

impl<'a> From<&'a Context> for StoreContext<'a> {
    fn from(context: &'a Context) -> Self {
        Self {
            pool: &context.pool,
            plans: context.config.server.plans,
            bus: &*context.bus,
            asks_second_opinions: context.config.asks_second_opinions(),
            embeddings: context.embeddings.as_ref(),
        }
    }
}
