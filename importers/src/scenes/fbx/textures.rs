//! [`Textures`]: the images on surfaces.

use std::collections::BTreeSet;

use rigmill_dom::{SceneTexture, SceneTextureUse, TexturePlacement, TextureWrap};
use ufbx::{Material, MaterialMap, Texture, TextureType, WrapMode};

use super::elements::element;
use crate::scenes::fbx_shared::uv_transform::placed;

/// The textures that materials use, one per image file.
pub(super) struct Textures<'a> {
    source: &'a ufbx::Scene,
    list: Vec<SceneTexture>,
    of_file: Vec<Option<u32>>,
    /// The textures that were used for maps, by ufbx's ids.
    taken: BTreeSet<u32>,
    /// What was left out of textures so far.
    pub(super) lost: LostTextures,
}

/// The number of things that are left out of textures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostTextures {
    /// Layers of layered textures, except the first layer with a file.
    pub(super) layers: usize,
    /// Textures that are computed instead of read from a file.
    pub(super) procedural: usize,
    /// Texture transforms that shear.
    pub(super) sheared: usize,
}

/// A material's use of a texture, and the texture coordinate set that the texture names.
pub(super) type NamedUse = (SceneTextureUse, String);

impl<'a> Textures<'a> {
    pub(super) fn new(source: &'a ufbx::Scene) -> Self {
        let of_file = vec![None; source.texture_files.count];
        Self { source, list: Vec::new(), of_file, taken: BTreeSet::new(), lost: LostTextures::default() }
    }

    pub(super) fn into_list(self) -> Vec<SceneTexture> {
        self.list
    }

    /// Returns the first texture of these maps that has a file.
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

    /// Returns the textures of a material that were not used for any map, by the names of the material and the property.
    /// Textures that are also connected to another property are left out, because programs often connect the diffuse texture to
    /// the ambient colour, too.
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

    /// Returns the index of a texture's image file.
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

/// Returns the texture with a file: the texture itself, or the one from which it is made.
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
