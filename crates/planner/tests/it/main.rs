//! Tests of the planner from outside.

mod hours;
mod plan;
mod simulation;
