//! Tests of the FBX importers.

mod carried;
mod curves;
mod deformed;
#[cfg(feature = "fbx-dom")]
mod dom;
mod events;
#[cfg(feature = "fbx-dom")]
mod geometric;
mod hidden;
mod hierarchies;
mod hostile;
mod kinds;
mod layers;
mod left_out;
mod limits;
mod materials;
mod morphs;
mod old_morphs;
mod params;
pub(super) mod pose;
#[cfg(feature = "fbx-dom")]
mod rates;
pub(super) mod robot;
mod robot_game;
mod skins;
mod smoke;
pub(super) mod support;
mod transfers;
mod user_properties;
mod vertex_sets;
mod writer;
mod xnb;
