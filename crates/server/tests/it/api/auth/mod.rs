mod attempts;
mod login;
mod register;
mod session;
mod verify;
