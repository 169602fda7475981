pub mod app;
pub mod db;
pub mod matches;
pub mod outbox;
pub mod served;
