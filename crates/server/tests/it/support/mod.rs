pub mod app;
pub mod db;
