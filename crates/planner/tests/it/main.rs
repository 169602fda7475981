//! Tests of the planner's public interface.

mod hours;
mod plan;
mod simulation;
