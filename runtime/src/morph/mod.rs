//! Morph targets: the vertices of a mesh for given weights, and the weights in a clip.
//!
//! Create a [`MorphMesh`] once for each mesh. A [`MorphJob`] adds its targets to the mesh's vertices. [`MorphTracks`] finds the
//! tracks of a clip's weights for the mesh, and a [`SampleWeightsJob`] samples them. Apply the skin afterwards.
//!
//! ```
//! use rigmill_runtime::content::{ClipWeights, Model};
//! use rigmill_runtime::error::JobError;
//! use rigmill_runtime::morph::{MorphJob, MorphMesh, MorphTracks, SampleWeightsJob};
//! use std::sync::Arc;
//!
//! fn show(model: &Model, talk: &Arc<ClipWeights>) -> Result<(), JobError> {
//!     let view = model.view();
//!     let Some(face) = view.mesh(0) else { return Ok(()) };
//!     // Once, when the mesh is loaded:
//!     let morph = MorphMesh::new(&face);
//!     let tracks = MorphTracks::new(talk, &face);
//!     let (mut weights, mut shares) = (morph.weights().to_vec(), morph.shares());
//!     let mut positions = face.positions().to_vec();
//!     let mut normals = face.normals().to_vec();
//!     // Each frame:
//!     weights.copy_from_slice(morph.weights());
//!     SampleWeightsJob { tracks: &tracks, time: 0.5, out: &mut weights }.run()?;
//!     let job = MorphJob {
//!         mesh: face,
//!         morph: &morph,
//!         weights: &weights,
//!         shares: &mut shares,
//!         positions: &mut positions,
//!         normals: &mut normals,
//!         tangents: &mut [],
//!     };
//!     job.run()
//! }
//! ```
//!
//! [`PlayerWeights`] does all this for everything that a [`Player`](crate::Player) plays, including fades and layers, and
//! [`CrowdWeights`] does it for the characters of a [`Crowd`](crate::Crowd). Without these types, sample both clips of a fade,
//! each starting from [`MorphMesh::weights`]. Then mix the two weights of each target: first + (second - first) x fraction.

mod changes;
mod job;
mod mesh;
mod player;
mod tracks;

pub use job::MorphJob;
pub use mesh::MorphMesh;
pub use player::{CrowdWeights, PlayerWeights};
pub use tracks::{MorphTracks, SampleWeightsJob};
