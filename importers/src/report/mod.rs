//! Problems of a source: [`Problem`] is a single problem, and [`Problems`] collects the problems of a text.

mod problem;
mod problems;
mod slips;

pub(crate) use problem::{Problem, Result, known_here, shortened};
pub(crate) use problems::Problems;
