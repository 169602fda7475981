mod lifecycle;
mod orders;
mod repetition;
mod webhooks;
