//! [`ModelMaterialView`]: a material read from the bytes of its file.

use super::effect::{EffectParameter, EffectValue, MaterialEffect};
use super::extension_view::MaterialExtensionView;
use super::placement::PlacementRecord;
use super::records::{
    EffectRecord, ExtensionRecord, MaterialRecord, ModelView, ParameterRecord, SurfaceRecord, TextureRecord,
};
use super::value::{MaterialTexture, ModelMaterial};
use super::{AlphaMode, Shading, TexturePlacement, TextureUse};
use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::numbers::{all_finite, is_within};
use crate::layout::{Span, getters};

/// A material of a model, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelMaterialView<'a> {
    model: ModelView<'a>,
    record: &'a MaterialRecord,
    /// `None` in files before version 3.
    surface: Option<&'a SurfaceRecord>,
    textures: &'a [TextureRecord],
    placements: &'a [PlacementRecord],
    effect: EffectRecord,
    parameters: &'a [ParameterRecord],
    text: &'a [u8],
}

/// A texture of a material, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialTextureView<'a> {
    /// The use.
    pub usage: TextureUse,
    /// Its asset name.
    pub asset: &'a str,
    /// Whether the project lacked the texture when the model was built. The source refers to it, so the game may have it.
    pub missing: bool,
    /// The position of the texture on the surface, and how it is sampled.
    pub placement: TexturePlacement,
}

impl<'a> ModelMaterialView<'a> {
    pub(super) fn new(model: &ModelView<'a>, index: usize, record: &'a MaterialRecord) -> Self {
        let effect = model.effects.get(index).copied().unwrap_or_default();
        Self {
            model: *model,
            record,
            surface: model.surfaces.get(index),
            textures: record.textures.slice(model.textures),
            placements: record.textures.slice(model.placements),
            effect,
            parameters: effect.parameters.slice(model.parameters),
            text: model.text,
        }
    }

    getters! { self:
        /// The name.
        name: &'a str = self.record.name.text(self.text);
        /// The diffuse or base colour r, g, b, linear.
        diffuse: [f32; 3] = self.record.diffuse;
        /// The specular colour r, g, b, linear.
        specular: [f32; 3] = self.record.specular;
        /// The exponent of the specular highlight, at least 0.
        shininess: f32 = self.record.shininess;
        /// The emitted light r, g, b, linear.
        emissive: [f32; 3] = self.record.emissive;
        /// The opacity, which is the alpha of a base colour: 1 is opaque, 0 is invisible. It is ignored if the mode is
        /// [`AlphaMode::Opaque`].
        opacity: f32 = self.record.opacity;
        /// The base colour r, g, b, linear, and the opacity.
        base_color: [f32; 4] = { let [r, g, b] = self.diffuse(); [r, g, b, self.opacity()] };
        /// The lighting model that the material was made for. In files before version 3, this is Phong.
        shading: Shading = self.surface.and_then(|it| Shading::from_number(it.shading)).unwrap_or_default();
        /// How metallic the surface is: from 0 for a dielectric to 1 for a metal. Also the factor of the texture. For
        /// [`Shading::MetallicRoughness`].
        metallic: f32 = self.surface.map_or(1.0, |it| it.metallic);
        /// How rough the surface is: from 0 for a mirror to 1 for a rough surface. Also the factor of the texture. For
        /// [`Shading::MetallicRoughness`].
        roughness: f32 = self.surface.map_or(1.0, |it| it.roughness);
        /// A factor for x and y of the normal texture.
        normal_scale: f32 = self.surface.map_or(1.0, |it| it.normal_scale);
        /// The strength of the occlusion texture, 0 to 1.
        occlusion_strength: f32 = self.surface.map_or(1.0, |it| it.occlusion_strength);
        /// A factor for the emitted light and its texture.
        emissive_strength: f32 = self.surface.map_or(1.0, |it| it.emissive_strength);
        /// How the opacity is used. Files before version 3 do not state this: they blend if something is not opaque.
        alpha_mode: AlphaMode = match self.surface {
            Some(surface) => AlphaMode::from_number(surface.alpha_mode).unwrap_or_default(),
            None if self.opacity() < 1.0 || self.texture(TextureUse::Opacity).is_some() => AlphaMode::Blend,
            None => AlphaMode::Opaque,
        };
        /// The lowest opacity that is drawn, for [`AlphaMode::Mask`].
        alpha_cutoff: f32 = self.surface.map_or(0.5, |it| it.alpha_cutoff);
        /// Whether the surface is also visible from behind, with reversed normals.
        double_sided: bool = self.surface.is_some_and(|it| it.double_sided == 1);
        /// The asset name of the game's custom effect that draws the material, if there is one.
        effect: Option<&'a str> = Some(self.effect.asset.text(self.text)).filter(|asset| !asset.is_empty());
    }

    /// The textures, in the order of their uses.
    pub fn textures(&self) -> impl ExactSizeIterator<Item = MaterialTextureView<'a>> + use<'a> {
        let (text, placements) = (self.text, self.placements);
        self.textures.iter().enumerate().map(move |(entry, record)| MaterialTextureView {
            usage: TextureUse::from_number(record.usage).unwrap_or_default(),
            asset: record.asset.text(text),
            missing: record.missing == 1,
            placement: placements.get(entry).and_then(PlacementRecord::placement).unwrap_or_default(),
        })
    }

    /// The asset name of the texture for this use.
    #[must_use]
    pub fn texture(&self, usage: TextureUse) -> Option<&'a str> {
        self.textures().find(|texture| texture.usage == usage).map(|texture| texture.asset)
    }

    /// The parameters of the effect, by name.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&'a str, EffectValue<&'a str>)> + use<'a> {
        let (values, text) = (self.model.values, self.text);
        self.parameters.iter().map(move |record| record.named_value(values, text))
    }

    /// The extensions, in the order of the source.
    pub fn extensions(&self) -> impl ExactSizeIterator<Item = MaterialExtensionView<'a>> + use<'a> {
        let model = self.model;
        self.extension_records().iter().map(move |record| MaterialExtensionView::new(&model, record))
    }

    /// The extension with this name, such as `KHR_materials_clearcoat`.
    #[must_use]
    pub fn extension(&self, name: &str) -> Option<MaterialExtensionView<'a>> {
        self.extensions().find(|extension| extension.name() == name)
    }

    fn extension_records(&self) -> &'a [ExtensionRecord] {
        self.surface.map_or(Span::default(), |surface| surface.extensions).slice(self.model.extensions)
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> ModelMaterial {
        let owned = |texture: MaterialTextureView<'_>| MaterialTexture {
            usage: texture.usage,
            asset: texture.asset.to_owned(),
            missing: texture.missing,
            placement: texture.placement,
        };
        let effect = |asset: &str| MaterialEffect {
            asset: asset.to_owned(),
            parameters: self.parameters().map(EffectParameter::new).collect(),
        };
        ModelMaterial {
            name: self.name().to_owned(),
            diffuse: self.diffuse(),
            specular: self.specular(),
            shininess: self.shininess(),
            emissive: self.emissive(),
            opacity: self.opacity(),
            shading: self.shading(),
            metallic: self.metallic(),
            roughness: self.roughness(),
            normal_scale: self.normal_scale(),
            occlusion_strength: self.occlusion_strength(),
            emissive_strength: self.emissive_strength(),
            alpha_mode: self.alpha_mode(),
            alpha_cutoff: self.alpha_cutoff(),
            double_sided: self.double_sided(),
            textures: self.textures().map(owned).collect(),
            effect: self.effect().map(effect),
            extensions: self.extensions().map(|extension| extension.to_owned()).collect(),
        }
    }

    pub(super) fn name_bytes(&self) -> &'a [u8] {
        self.record.name.slice(self.text)
    }

    pub(super) fn check(&self) -> Result<(), InvalidContent> {
        let record = self.record;
        let colors =
            [("diffuse colour", record.diffuse), ("specular colour", record.specular), ("emission", record.emissive)];
        for (field, color) in colors {
            ensure!(all_finite(&color), "its {field} is not finite");
        }
        check_least("shininess", record.shininess)?;
        check_share("opacity", record.opacity)?;
        self.check_textures()?;
        self.check_effect()?;
        self.surface.map_or(Ok(()), check_surface)?;
        let mut placements = self.placements.iter();
        if let Some(entry) = placements.position(|placement| placement.placement().is_none()) {
            return Err(invalid!("the placement of texture {entry} is not finite, or has an unknown wrap or filter"));
        }
        self.extensions().enumerate().try_for_each(|(entry, extension)| extension.check(entry))
    }

    fn check_effect(&self) -> Result<(), InvalidContent> {
        let asset = std::str::from_utf8(self.effect.asset.slice(self.text));
        let is_name = asset.is_ok_and(|asset| !asset.is_empty() || self.parameters.is_empty());
        ensure!(is_name, "the name of its effect is not UTF-8, or it has parameters without an effect");
        for (entry, record) in self.parameters.iter().enumerate() {
            ensure!(
                record.is_valid(self.model.values, self.text),
                "parameter {entry} of its effect has an unknown type, or a name or value that does not fit the type"
            );
        }
        Ok(())
    }

    fn check_textures(&self) -> Result<(), InvalidContent> {
        let mut last = None;
        for (entry, record) in self.textures.iter().enumerate() {
            let (found, missing) = (record.usage, record.missing);
            let unknown = || invalid!("texture use number {found} is unknown, expected 0 to 7");
            let usage = TextureUse::from_number(found).ok_or_else(unknown)?;
            ensure!(missing <= 1, "the flag `missing` of texture {entry} is {missing}, expected 0 or 1");
            let ascends = last.is_none_or(|last| last < usage);
            ensure!(ascends, "texture {entry} is out of order: each use comes at most once, diffuse first");
            last = Some(usage);
            let asset = record.asset.slice(self.text);
            let is_name = !asset.is_empty() && std::str::from_utf8(asset).is_ok();
            ensure!(is_name, "the name of texture {entry} is empty or not UTF-8");
        }
        Ok(())
    }
}

fn check_surface(surface: &SurfaceRecord) -> Result<(), InvalidContent> {
    let is_known = Shading::from_number(surface.shading).is_some()
        && AlphaMode::from_number(surface.alpha_mode).is_some()
        && surface.double_sided <= 1;
    ensure!(is_known, "its shading model, alpha mode or double-sided flag is unknown");
    check_share("metalness", surface.metallic)?;
    check_share("roughness", surface.roughness)?;
    check_share("occlusion strength", surface.occlusion_strength)?;
    check_least("emissive strength", surface.emissive_strength)?;
    check_least("alpha cutoff", surface.alpha_cutoff)?;
    ensure!(surface.normal_scale.is_finite(), "its normal scale is not finite");
    Ok(())
}

fn check_share(field: &str, found: f32) -> Result<(), InvalidContent> {
    ensure!(is_within(found, 0.0, 1.0), "its {field} is {found}, expected 0 to 1");
    Ok(())
}

fn check_least(field: &str, found: f32) -> Result<(), InvalidContent> {
    let is_good = found.is_finite() && found >= 0.0;
    ensure!(is_good, "its {field} is {found}, expected a finite value of at least 0");
    Ok(())
}
