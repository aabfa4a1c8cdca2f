//! What can be wrong with a content file, each case by name.

mod collision_mesh;
mod compressed;
mod curve;
mod data;
mod decode;
mod invalid;
mod layers;
mod model;
mod motion;
mod texture;
mod uniform;

pub use collision_mesh::CollisionProblem;
pub use compressed::CompressedProblem;
pub use curve::CurveProblem;
pub use data::DataProblem;
pub use decode::{DecodeError, EncodeError};
pub use invalid::{ActionProblem, BoneProblem, InvalidContent, SequenceProblem};
pub use layers::{BreathProblem, SpringProblem};
pub use model::{MaterialProblem, MeshProblem};
pub use motion::MotionProblem;
pub use texture::TextureProblem;
pub use uniform::UniformProblem;
