//! Morph targets of a mesh: the weights that clips set, and the vertices for given weights.

use std::sync::Arc;

use bytemuck::{cast_slice, cast_slice_mut};
use rigmill_runtime::content::Model;
use rigmill_runtime::morph::{MorphJob, MorphMesh, PlayerWeights};

use super::player::RigmillPlayer;
use crate::boundary::{Failure, RigmillStatus, call, handles, pointers, pointers::Out, table};
use crate::model::RigmillModel;
use crate::model::mesh::mesh_of;
use crate::values::RigmillText;

/// The morph targets of a mesh, bound to the clips of a player. Only one thread may use it at a time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillMorph {
    /// The handle; 0 means none.
    pub id: u64,
}

/// The morph targets of a mesh, and the buffers for computing with them.
#[derive(Debug)]
pub struct Morph {
    model: Arc<Model>,
    mesh: usize,
    targets: MorphMesh,
    player: PlayerWeights,
    shares: Vec<f32>,
}

handles! {
    RigmillMorph => Morph, "morph";
}

/// Binds the morph targets of a mesh to the clips of a player. Fails if the mesh has no targets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_create(
    player: RigmillPlayer,
    model: RigmillModel,
    mesh: usize,
    morph: *mut RigmillMorph,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("morph", morph)?;
        let (player, model) = (table::read(player)?, table::read(model)?);
        let view = mesh_of(&model, mesh)?;
        let targets = MorphMesh::new(&view);
        if targets.is_empty() {
            let text = format!("the mesh {:?} has no morph targets", view.name());
            return Err(Failure::new(RigmillStatus::DoesNotFit, text));
        }
        let (player, shares) = (PlayerWeights::new(&player, &targets, &view), targets.shares());
        out.set(table::open(Morph { model: Arc::clone(&model), mesh, targets, player, shares })?);
        Ok(())
    })
}

/// Gets the number of targets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_target_count(morph: RigmillMorph, count: *mut usize) -> RigmillStatus {
    call(|| {
        let out = Out::new("count", count)?;
        out.set(table::read(morph)?.targets.len());
        Ok(())
    })
}

/// Gets the name of a target.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_target(
    morph: RigmillMorph,
    index: usize,
    name: *mut RigmillText,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("name", name)?;
        let morph = table::read(morph)?;
        let name = morph.targets.names().nth(index);
        out.set(RigmillText::new(name.ok_or_else(|| Failure::out_of_range("target", index, morph.targets.len()))?));
        Ok(())
    })
}

/// Gets the weight of each target after the last update of a player. The player must be the one to which the targets are bound,
/// or a copy of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_weights(
    morph: RigmillMorph,
    player: RigmillPlayer,
    weights: *mut f32,
    capacity: usize,
) -> RigmillStatus {
    call(|| {
        let (mut morph, player) = (table::write(morph)?, table::read(player)?);
        let weights = pointers::array_mut("weights", weights, capacity, &[])?;
        Ok(morph.player.sample(&player, weights)?)
    })
}

/// Computes the vertices of the mesh for given target weights: three floats per position and per normal. Each buffer has room
/// for `capacity` vertices. `normals` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_vertices(
    morph: RigmillMorph,
    weights: *const f32,
    weight_count: usize,
    positions: *mut f32,
    normals: *mut f32,
    capacity: usize,
) -> RigmillStatus {
    call(|| {
        let mut morph = table::write(morph)?;
        let Morph { model, mesh, targets, shares, .. } = &mut *morph;
        let weights = pointers::array("weights", weights, weight_count)?;
        let floats = capacity.saturating_mul(3);
        let positions = pointers::array_mut("positions", positions, floats, &[cast_slice(weights)])?;
        let read: [&[u8]; 2] = [cast_slice(weights), cast_slice(positions)];
        let normal_floats = if normals.is_null() { 0 } else { floats };
        let normals = pointers::array_mut("normals", normals, normal_floats, &read)?;
        let job = MorphJob {
            mesh: mesh_of(model, *mesh)?,
            morph: targets,
            weights,
            shares,
            positions: cast_slice_mut(positions),
            normals: cast_slice_mut(normals),
            tangents: &mut [],
        };
        Ok(job.run()?)
    })
}

/// Closes the morph targets of a mesh.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_morph_close(morph: RigmillMorph) -> RigmillStatus {
    call(|| table::close(morph))
}
