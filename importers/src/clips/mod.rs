//! The importers of clips: animations, curves and root motion.

mod animation_xml;
mod curve_streams;
mod motion_deltas;
mod msgpack;
mod unity_curves;

pub use animation_xml::AnimationXml;
pub use curve_streams::CurveStreams;
pub use motion_deltas::MotionDeltas;
pub use msgpack::MsgPack;
