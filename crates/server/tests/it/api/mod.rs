mod health;
mod items;
mod notifications;
mod subreddits;
mod unsubscribe;
