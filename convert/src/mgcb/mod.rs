//! Reads MonoGame's content projects (`.mgcb`). Text is parsed to lines ([`line`]), lines are expanded to switches, with
//! conditions evaluated and response files included ([`expansion`]), and switches become items ([`reader`]).

pub(crate) mod expansion;
mod line;
pub(crate) mod reader;
mod switch;
