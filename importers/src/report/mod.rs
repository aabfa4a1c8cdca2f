//! What is wrong with a source: [`Problem`], one of them, and [`Problems`], those of a text.

mod problem;
mod problems;

pub(crate) use problem::{Problem, Result, known_here, shortened};
pub(crate) use problems::Problems;
