mod attempts;
mod enumeration;
mod login;
mod register;
mod reset;
mod session;
mod verify;
