mod health;
mod notifications;
mod unsubscribe;
