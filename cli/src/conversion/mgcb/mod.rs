//! MonoGame's content projects (`.mgcb`): text is parsed to lines ([`line`]), lines are expanded to switches with conditions decided
//! and response files included ([`expansion`]), and switches become items ([`reader`]).

pub(crate) mod expansion;
mod line;
pub(crate) mod reader;
mod switch;
