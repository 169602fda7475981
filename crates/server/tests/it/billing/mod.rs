mod enforcement;
mod lifecycle;
mod mails;
mod orders;
mod races;
mod repetition;
mod webhooks;
