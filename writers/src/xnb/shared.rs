//! [`Shared`]: the shared resources of a model, in the order in which they are first asked for.

/// A shared resource of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resource {
    /// The vertices of a pool of buffers.
    Vertices(usize),
    /// All indices.
    Indices,
    /// The effect of a material; of none, where a source gives none.
    Effect { material: Option<u32>, weights: Option<u32>, has_colors: bool },
}

/// The shared resources of a model, in the order in which they are first asked for.
#[derive(Debug, Default)]
pub(super) struct Shared(Vec<Resource>);

impl Shared {
    /// The number of a resource, from 1.
    pub(super) fn number(&mut self, resource: Resource) -> u32 {
        let known = self.0.iter().position(|other| *other == resource);
        let index = known.unwrap_or_else(|| {
            self.0.push(resource);
            self.0.len() - 1
        });
        u32::try_from(index + 1).unwrap_or(u32::MAX)
    }

    pub(super) fn into_resources(self) -> Vec<Resource> {
        self.0
    }
}
