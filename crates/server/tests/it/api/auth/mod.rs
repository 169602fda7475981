mod attempts;
mod enumeration;
mod login;
mod new_password;
mod register;
mod reset;
mod session;
mod verify;
