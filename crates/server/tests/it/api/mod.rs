mod health;
mod notifications;
