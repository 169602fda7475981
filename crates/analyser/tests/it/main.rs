//! Tests of the analyser from outside.

mod sentiment;
