//! Collision meshes, with ray and sphere queries.

use std::ffi::c_char;
use std::sync::Arc;

use rigmill_runtime::collision::{Contact, Faces, RayCast, SphereQuery};
use rigmill_runtime::content::CollisionMesh;

use crate::boundary::{RigmillStatus, call, handles, pointers, pointers::Out, pointers::OutList, table};
use crate::content::RigmillContent;

/// A collision mesh. Several threads may use it at the same time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillCollision {
    /// The handle; 0 means none.
    pub id: u64,
}

/// The hit of a ray.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RigmillHit {
    /// 1 if the ray hit a triangle. Otherwise 0, and all other fields are 0, too.
    pub found: u32,
    /// The number of the triangle in the mesh.
    pub triangle: u32,
    /// 1 if the ray hit the triangle's front: the side from which its corners are in counter-clockwise order.
    pub front: u32,
    /// The distance from the ray's start.
    pub distance: f32,
    /// The hit point x, y, z.
    pub point: [f32; 3],
    /// The triangle's unit normal, on its front side.
    pub normal: [f32; 3],
}

/// A triangle that a sphere touches.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RigmillContact {
    /// 1 if the sphere touches a triangle. Otherwise 0, and all other fields are 0, too.
    pub found: u32,
    /// The number of the triangle in the mesh.
    pub triangle: u32,
    /// The distance from the sphere's center to `point`.
    pub distance: f32,
    /// The point of the triangle that is nearest to the sphere's center: x, y, z.
    pub point: [f32; 3],
    /// The unit vector from `point` to the sphere's center: the direction to push the sphere out.
    pub normal: [f32; 3],
}

impl From<Contact> for RigmillContact {
    fn from(contact: Contact) -> Self {
        let Contact { distance, point, normal, triangle } = contact;
        Self { found: 1, triangle, distance, point, normal }
    }
}

handles! {
    RigmillCollision => Arc<CollisionMesh>, "collision mesh";
}

/// Loads a collision mesh by its asset name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_collision_load(
    content: RigmillContent,
    name: *const c_char,
    collision: *mut RigmillCollision,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("collision", collision)?;
        let name = pointers::text("name", name)?;
        let loaded = table::read(content)?.content.load::<CollisionMesh>(name)?;
        out.set(table::open(loaded)?);
        Ok(())
    })
}

/// Finds the first triangle that a ray hits. `origin` and `direction` are x, y, z. The direction may have any length except 0.
///
/// If `fronts_only` is not 0, the ray passes through triangles that it meets from behind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_collision_ray(
    collision: RigmillCollision,
    origin: *const f32,
    direction: *const f32,
    max_distance: f32,
    fronts_only: u32,
    hit: *mut RigmillHit,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("hit", hit)?;
        let (origin, direction) = (vector("origin", origin)?, vector("direction", direction)?);
        let faces = if fronts_only == 0 { Faces::Both } else { Faces::Front };
        let mesh = table::read(collision)?;
        let hit = RayCast { origin, direction, max_distance, faces }.run(mesh.view());
        out.set(hit.map_or_else(RigmillHit::default, |hit| RigmillHit {
            found: 1,
            triangle: hit.triangle,
            front: u32::from(hit.front),
            distance: hit.distance,
            point: hit.point,
            normal: hit.normal,
        }));
        Ok(())
    })
}

/// Finds the point of the mesh that is nearest to a sphere's center and within its radius. `center` is x, y, z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_collision_sphere(
    collision: RigmillCollision,
    center: *const f32,
    radius: f32,
    contact: *mut RigmillContact,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("contact", contact)?;
        let center = vector("center", center)?;
        let contact = SphereQuery { center, radius }.nearest(table::read(collision)?.view());
        out.set(contact.map_or_else(RigmillContact::default, RigmillContact::from));
        Ok(())
    })
}

/// Finds all triangles that a sphere touches. Writes contacts until the buffer is full, and the number of all contacts. If the
/// buffer is too small for all of them, fails with `RIGMILL_STATUS_BUFFER_TOO_SMALL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_collision_contacts(
    collision: RigmillCollision,
    center: *const f32,
    radius: f32,
    contacts: *mut RigmillContact,
    capacity: usize,
    count: *mut usize,
) -> RigmillStatus {
    call(|| {
        let out = OutList::new("contacts", contacts, capacity, count)?;
        let center = vector("center", center)?;
        let mesh = table::read(collision)?;
        out.fill(SphereQuery { center, radius }.contacts(mesh.view()).map(RigmillContact::from))
    })
}

/// Closes a collision mesh.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_collision_close(collision: RigmillCollision) -> RigmillStatus {
    call(|| table::close(collision))
}

fn vector(name: &str, pointer: *const f32) -> Result<[f32; 3], crate::boundary::Failure> {
    let parts = pointers::array(name, pointer, 3)?;
    Ok([parts[0], parts[1], parts[2]])
}
