//! Loads models.

use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{AssetLoader, LoadContext};
use bevy_mesh::skinning::SkinnedMeshInverseBindposes;
use bevy_reflect::TypePath;
use rigmill_runtime::content::Model;

use super::mesh::MeshSource;
use super::{RigModel, RigModelPart};
use crate::assets::{ContentRoot, EXTENSIONS, RigLoadError, decoded, read};
use crate::convert;

/// Loads a [`RigModel`].
#[derive(TypePath)]
pub(crate) struct ModelLoader(
    /// The root of the content that contains the textures.
    #[cfg_attr(not(feature = "pbr"), expect(dead_code, reason = "only materials name other files"))]
    pub(crate) ContentRoot,
);

impl AssetLoader for ModelLoader {
    type Asset = RigModel;
    type Settings = ();
    type Error = RigLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<RigModel, RigLoadError> {
        let model: Arc<Model> = decoded(read(reader).await?)?;
        let view = model.view();
        #[cfg(feature = "pbr")]
        let materials = super::material::add_materials(&self.0, &view, context);
        let (mut parts, mut meshes, mut skins) = (Vec::new(), Vec::new(), Vec::new());
        for (number, mesh) in view.meshes().enumerate() {
            let source = MeshSource::new(mesh);
            source.warn_of_losses(context.path());
            for (part, of) in mesh.parts().enumerate() {
                parts.push(RigModelPart { mesh: number, part, material: of.material.map(|it| it as usize) });
                meshes.push(context.add_labeled_asset(format!("Mesh{number}/Part{part}"), source.part(&of)));
            }
            skins.push(mesh.is_skinned().then(|| {
                let binds: Vec<_> = mesh.inverse_binds().iter().map(convert::mat4).collect();
                context.add_labeled_asset(format!("Skin{number}"), SkinnedMeshInverseBindposes::from(binds))
            }));
        }
        Ok(RigModel {
            parts,
            meshes,
            skins,
            #[cfg(feature = "pbr")]
            materials,
            model: Arc::clone(&model),
        })
    }

    fn extensions(&self) -> &[&str] {
        EXTENSIONS
    }
}
