//! The processor `compress`: clips as small whole numbers, within a bound that holds.

mod params;
mod processors;

pub use params::{BoneBound, BoneBounds, Centimetres, CompressParams, Millimetres};
pub use processors::{CompressAnimationProcessor, CompressSceneProcessor};
