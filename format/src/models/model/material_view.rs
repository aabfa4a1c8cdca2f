//! [`ModelMaterialView`]: a material read from the bytes of its file.

use super::TextureUse;
use super::effect::{EffectParameter, EffectValue, MaterialEffect};
use super::records::{EffectRecord, MaterialRecord, ModelView, ParameterRecord, TextureRecord};
use super::value::{MaterialTexture, ModelMaterial};
use crate::MaterialProblem;
use crate::layout::getters;
use crate::layout::numbers::all_finite;

/// A material of a model, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct ModelMaterialView<'a> {
    record: &'a MaterialRecord,
    textures: &'a [TextureRecord],
    effect: EffectRecord,
    parameters: &'a [ParameterRecord],
    values: &'a [u32],
    text: &'a [u8],
}

/// A texture of a material, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaterialTextureView<'a> {
    /// What it is for.
    pub usage: TextureUse,
    /// Its asset name.
    pub asset: &'a str,
    /// Whether the project did not have it when the model was built: the source names it, and the game may have it.
    pub missing: bool,
}

impl<'a> ModelMaterialView<'a> {
    pub(super) fn new(model: &ModelView<'a>, index: usize, record: &'a MaterialRecord) -> Self {
        let effect = model.effects.get(index).copied().unwrap_or_default();
        Self {
            record,
            textures: record.textures.of(model.textures),
            effect,
            parameters: effect.parameters.of(model.parameters),
            values: model.values,
            text: model.text,
        }
    }

    getters! { self:
        /// Its name.
        name: &'a str = self.record.name.text(self.text);
        /// Diffuse or base colour r, g, b, linear.
        diffuse: [f32; 3] = self.record.diffuse;
        /// Specular colour r, g, b, linear.
        specular: [f32; 3] = self.record.specular;
        /// Exponent of the specular highlight, at least 0.
        shininess: f32 = self.record.shininess;
        /// Emitted light r, g, b, linear.
        emissive: [f32; 3] = self.record.emissive;
        /// 1 for opaque, 0 for invisible.
        opacity: f32 = self.record.opacity;
        /// The asset name of the game's own effect that draws it, if it has one.
        effect: Option<&'a str> = Some(self.effect.asset.text(self.text)).filter(|asset| !asset.is_empty());
    }

    /// Its textures, in the order of their uses.
    pub fn textures(&self) -> impl ExactSizeIterator<Item = MaterialTextureView<'a>> + use<'a> {
        let text = self.text;
        self.textures.iter().map(move |record| MaterialTextureView {
            usage: TextureUse::from_number(record.usage).unwrap_or_default(),
            asset: record.asset.text(text),
            missing: record.missing == 1,
        })
    }

    /// The asset name of its texture for `usage`.
    #[must_use]
    pub fn texture(&self, usage: TextureUse) -> Option<&'a str> {
        self.textures().find(|texture| texture.usage == usage).map(|texture| texture.asset)
    }

    /// The parameters of the effect, by name.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&'a str, EffectValue<&'a str>)> + use<'a> {
        let view = *self;
        self.parameters
            .iter()
            .map(move |record| (record.name.text(view.text), view.value(record).unwrap_or(EffectValue::Bool(false))))
    }

    fn value(&self, record: &ParameterRecord) -> Option<EffectValue<&'a str>> {
        let text = std::str::from_utf8(record.text.of(self.text)).ok()?;
        EffectValue::read(record.kind, text, record.words.of(self.values))
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> ModelMaterial {
        let owned = |texture: MaterialTextureView<'_>| MaterialTexture {
            usage: texture.usage,
            asset: texture.asset.to_owned(),
            missing: texture.missing,
        };
        let parameter = |(name, value): (&str, EffectValue<&str>)| EffectParameter {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let effect = |asset: &str| MaterialEffect {
            asset: asset.to_owned(),
            parameters: self.parameters().map(parameter).collect(),
        };
        ModelMaterial {
            name: self.name().to_owned(),
            diffuse: self.diffuse(),
            specular: self.specular(),
            shininess: self.shininess(),
            emissive: self.emissive(),
            opacity: self.opacity(),
            textures: self.textures().map(owned).collect(),
            effect: self.effect().map(effect),
        }
    }

    pub(super) fn name_bytes(&self) -> &'a [u8] {
        self.record.name.of(self.text)
    }

    pub(super) fn check(&self) -> Result<(), MaterialProblem> {
        let record = self.record;
        let colors =
            [("diffuse colour", record.diffuse), ("specular colour", record.specular), ("emission", record.emissive)];
        for (field, color) in colors {
            if !all_finite(&color) {
                return Err(MaterialProblem::NotFinite { field });
            }
        }
        let range = |field, found: f32, good, expected| {
            if good { Ok(()) } else { Err(MaterialProblem::OutOfRange { field, found, expected }) }
        };
        let (shininess, opacity) = (record.shininess, record.opacity);
        let good = shininess.is_finite() && shininess >= 0.0;
        range("shininess", shininess, good, "a finite value of at least 0")?;
        range("opacity", opacity, (0.0..=1.0).contains(&opacity), "0 to 1")?;
        self.check_textures()?;
        self.check_effect()
    }

    fn check_effect(&self) -> Result<(), MaterialProblem> {
        let asset = std::str::from_utf8(self.effect.asset.of(self.text));
        if asset.is_err() || (asset == Ok("") && !self.parameters.is_empty()) {
            return Err(MaterialProblem::EffectName);
        }
        for (entry, record) in self.parameters.iter().enumerate() {
            let name = std::str::from_utf8(record.name.of(self.text));
            if name.is_err() || self.value(record).is_none() {
                return Err(MaterialProblem::EffectParameter { entry });
            }
        }
        Ok(())
    }

    fn check_textures(&self) -> Result<(), MaterialProblem> {
        let mut last = None;
        for (entry, record) in self.textures.iter().enumerate() {
            let found = record.usage;
            let unknown = MaterialProblem::TextureUse { found: found.into() };
            let usage = TextureUse::from_number(found).ok_or(unknown)?;
            if record.missing > 1 {
                return Err(MaterialProblem::TextureMissing { entry, found: record.missing });
            }
            if last.is_some_and(|last| last >= usage) {
                return Err(MaterialProblem::TextureOrder { entry });
            }
            last = Some(usage);
            let asset = record.asset.of(self.text);
            if asset.is_empty() || std::str::from_utf8(asset).is_err() {
                return Err(MaterialProblem::TextureName { entry });
            }
        }
        Ok(())
    }
}
