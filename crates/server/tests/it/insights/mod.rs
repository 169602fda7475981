mod injection;
mod jobs;
mod model;
mod quota;
