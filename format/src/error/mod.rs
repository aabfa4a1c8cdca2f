//! The errors of content files and values, with one variant per broken rule. Encoding and decoding check the same rules with
//! the same code, so both return [`InvalidContent`].

mod collision_mesh;
mod compressed;
mod curve;
mod data;
mod decode;
mod events;
mod font;
mod invalid;
mod layers;
mod model;
mod morph;
mod motion;
mod sound;
mod texture;
mod uniform;
mod weights;

pub use collision_mesh::CollisionProblem;
pub use compressed::CompressedProblem;
pub use curve::CurveProblem;
pub use data::DataProblem;
pub use decode::{DecodeError, EncodeError};
pub use events::EventProblem;
pub use font::FontProblem;
pub use invalid::{ActionProblem, BoneProblem, InvalidContent, SequenceProblem};
pub use layers::{BreathProblem, SpringProblem};
pub use model::{AttributeProblem, MaterialProblem, MeshProblem};
pub use morph::MorphProblem;
pub use motion::MotionProblem;
pub use sound::SoundProblem;
pub use texture::TextureProblem;
pub use uniform::UniformProblem;
pub use weights::WeightProblem;
