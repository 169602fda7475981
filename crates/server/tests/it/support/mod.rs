pub mod accounts;
pub mod app;
pub mod calls;
pub mod db;
pub mod forum;
pub mod matches;
pub mod outbox;
pub mod served;
