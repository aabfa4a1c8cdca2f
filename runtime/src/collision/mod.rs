//! Ray and sphere queries on collision meshes.
//!
//! The queries allocate no memory, terminate for any tree, and give the same bits on every machine. They compute in double
//! precision.

mod ray;
mod sphere;
mod triangle;
mod walk;

pub use ray::{Faces, Hit, RayCast};
pub use sphere::{Contact, Contacts, SphereQuery};

use crate::content::CollisionMesh;

impl CollisionMesh {
    /// The first triangle that the ray from `origin` along `direction` hits, on either side. See [`RayCast::run`].
    #[must_use]
    pub fn ray(&self, origin: [f32; 3], direction: [f32; 3], max_distance: f32) -> Option<Hit> {
        RayCast { origin, direction, max_distance, faces: Faces::Both }.run(self.view())
    }

    /// The point of the mesh that is nearest to `center` and at most `radius` away. See [`SphereQuery::nearest`].
    #[must_use]
    pub fn sphere(&self, center: [f32; 3], radius: f32) -> Option<Contact> {
        SphereQuery { center, radius }.nearest(self.view())
    }

    /// All triangles that the sphere touches, in the order of their numbers. See [`SphereQuery::contacts`].
    #[must_use]
    pub fn contacts(&self, center: [f32; 3], radius: f32) -> Contacts<'_> {
        SphereQuery { center, radius }.contacts(self.view())
    }
}
