//! [`Textures`]: the images on surfaces.

use std::collections::BTreeSet;

use rigmill_dom::{SceneTexture, SceneTextureUse, TexturePlacement, TextureWrap};
use ufbx::{Material, MaterialMap, Texture, TextureType, WrapMode};

use super::elements::element;
use crate::scenes::fbx_shared::uv_transform::placed;

/// The textures that materials use, each once a file.
pub(super) struct Textures<'a> {
    source: &'a ufbx::Scene,
    list: Vec<SceneTexture>,
    of_file: Vec<Option<u32>>,
    /// The textures that maps were made of, by ufbx' numbers.
    taken: BTreeSet<u32>,
    /// What was left out of textures so far.
    pub(super) lost: LostTextures,
}

/// How much of textures is left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostTextures {
    /// Layers of layered textures but for the first with a file.
    pub(super) layers: usize,
    /// Textures that are computed, not read from a file.
    pub(super) procedural: usize,
    /// Transforms that shear.
    pub(super) sheared: usize,
}

/// A texture as a material uses it, and the set of texture coordinates that it names.
pub(super) type NamedUse = (SceneTextureUse, String);

impl<'a> Textures<'a> {
    pub(super) fn of(source: &'a ufbx::Scene) -> Self {
        let of_file = vec![None; source.texture_files.count];
        Self { source, list: Vec::new(), of_file, taken: BTreeSet::new(), lost: LostTextures::default() }
    }

    pub(super) fn into_list(self) -> Vec<SceneTexture> {
        self.list
    }

    /// The first texture of these maps that has a file.
    pub(super) fn used(&mut self, maps: &[&MaterialMap], usage: &str) -> Option<NamedUse> {
        let on_maps = || maps.iter().filter_map(|map| map.texture.as_ref());
        let Some((texture, file)) = on_maps().find_map(|texture| Some((texture, file_of(texture)?))) else {
            self.taken.extend(on_maps().map(|texture| texture.element.element_id));
            self.lost.procedural += usize::from(on_maps().next().is_some());
            return None;
        };
        self.taken.insert(texture.element.element_id);
        self.lost.layers += texture.file_textures.count.saturating_sub(1);
        let placement = self.placement(file);
        let texture = self.number(file)?;
        Some((SceneTextureUse { usage: usage.to_owned(), texture, placement }, file.uv_set.to_string()))
    }

    /// The textures of a material that no map was made of, by the names of the material and of the property. A texture that is also
    /// for another property is not among them: programs connect the diffuse one to the ambient colour as well.
    pub(super) fn lost_of(&self, material: &Material) -> Vec<String> {
        let lost = material.textures.iter().filter(|it| !self.taken.contains(&it.texture.element.element_id));
        lost.map(|it| format!("{}.{}", material.element.name, &*it.material_prop)).collect()
    }

    fn placement(&mut self, texture: &Texture) -> TexturePlacement {
        let matrix = &texture.uv_to_texture;
        let rows = [[matrix.m00, matrix.m01, matrix.m03], [matrix.m10, matrix.m11, matrix.m13]];
        let (placement, is_whole) =
            if texture.has_uv_transform { placed(&rows) } else { (TexturePlacement::default(), true) };
        self.lost.sheared += usize::from(!is_whole);
        TexturePlacement { wrap: [wrap(texture.wrap_u), wrap(texture.wrap_v)], ..placement }
    }

    /// The index of the image file of a texture.
    fn number(&mut self, texture: &Texture) -> Option<u32> {
        let slot = self.of_file.get_mut(texture.file_index as usize)?;
        if slot.is_none() {
            let file = self.source.texture_files.get(texture.file_index as usize)?;
            *slot = u32::try_from(self.list.len()).ok();
            self.list.push(SceneTexture {
                element: element("Texture", &texture.element),
                name: texture.element.name.to_string(),
                absolute: file.absolute_filename.to_string(),
                relative: file.relative_filename.to_string(),
                asset: None,
                embedded: (!file.content.is_empty()).then(|| file.content.to_vec()),
                copies: 0,
            });
        }
        *slot
    }
}

/// The texture with a file that a texture is or is made of.
fn file_of(texture: &Texture) -> Option<&Texture> {
    if texture.has_file && texture.type_ != TextureType::Layered {
        Some(texture)
    } else {
        texture.file_textures.iter().map(AsRef::as_ref).find(|it| it.has_file)
    }
}

fn wrap(mode: WrapMode) -> TextureWrap {
    match mode {
        WrapMode::Repeat => TextureWrap::Repeat,
        WrapMode::Clamp => TextureWrap::Clamp,
    }
}
