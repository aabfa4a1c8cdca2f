//! [`MaterialExtensionView`]: a material's extension in the bytes of its file.

use super::effect::{EffectParameter, EffectValue};
use super::extension::{ExtensionTexture, MaterialExtension};
use super::records::{ExtensionRecord, ExtensionTextureRecord, ModelView, ParameterRecord};
use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::getters;

/// An extension of a material, read from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct MaterialExtensionView<'a> {
    record: &'a ExtensionRecord,
    parameters: &'a [ParameterRecord],
    textures: &'a [ExtensionTextureRecord],
    values: &'a [u32],
    text: &'a [u8],
}

impl<'a> MaterialExtensionView<'a> {
    pub(super) fn new(model: &ModelView<'a>, record: &'a ExtensionRecord) -> Self {
        Self {
            record,
            parameters: record.parameters.slice(model.parameters),
            textures: record.textures.slice(model.extension_textures),
            values: model.values,
            text: model.text,
        }
    }

    getters! { self:
        /// The name of the extension, such as `KHR_materials_clearcoat`.
        name: &'a str = self.record.name.text(self.text);
    }

    /// The parameters other than textures, by name.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (&'a str, EffectValue<&'a str>)> + use<'a> {
        let (values, text) = (self.values, self.text);
        self.parameters.iter().map(move |record| record.named_value(values, text))
    }

    /// The textures.
    pub fn textures(&self) -> impl ExactSizeIterator<Item = ExtensionTexture<&'a str>> + use<'a> {
        let text = self.text;
        self.textures.iter().map(move |record| ExtensionTexture {
            name: record.name.text(text),
            asset: record.asset.text(text),
            missing: record.missing == 1,
            placement: record.placement.placement().unwrap_or_default(),
        })
    }

    /// The parameter with this name, if the source has it.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<EffectValue<&'a str>> {
        self.parameters().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The number with this name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f32> {
        match self.parameter(name)? {
            EffectValue::Float(number) => Some(number),
            _ => None,
        }
    }

    /// The colour r, g, b (linear) with this name, or any three numbers.
    #[must_use]
    pub fn color(&self, name: &str) -> Option<[f32; 3]> {
        match self.parameter(name)? {
            EffectValue::Vector3(color) => Some(color),
            _ => None,
        }
    }

    /// The texture with this name.
    #[must_use]
    pub fn texture(&self, name: &str) -> Option<ExtensionTexture<&'a str>> {
        self.textures().find(|texture| texture.name == name)
    }

    /// A copy that owns its texts.
    #[must_use]
    pub fn to_owned(&self) -> MaterialExtension {
        let texture = |it: ExtensionTexture<&str>| ExtensionTexture {
            name: it.name.to_owned(),
            asset: it.asset.to_owned(),
            missing: it.missing,
            placement: it.placement,
        };
        MaterialExtension {
            name: self.name().to_owned(),
            parameters: self.parameters().map(EffectParameter::new).collect(),
            textures: self.textures().map(texture).collect(),
        }
    }

    pub(super) fn check(&self, entry: usize) -> Result<(), InvalidContent> {
        let is_name = |bytes: &[u8]| !bytes.is_empty() && std::str::from_utf8(bytes).is_ok();
        ensure!(is_name(self.record.name.slice(self.text)), "the name of extension {entry} is empty or not UTF-8");
        let mut parameters = self.parameters.iter();
        let is_texture =
            |it: &ParameterRecord| matches!(it.value(self.values, self.text), Some(EffectValue::Texture(_)));
        if let Some(at) = parameters.position(|it| !it.is_valid(self.values, self.text) || is_texture(it)) {
            return Err(invalid!(
                "parameter {at} of extension {entry} has a type that is not allowed, or a name or value that does not \
                 fit the type"
            ));
        }
        let is_valid = |it: &ExtensionTextureRecord| {
            let names = [it.name, it.asset];
            names.iter().all(|name| is_name(name.slice(self.text)))
                && it.missing <= 1
                && it.placement.placement().is_some()
        };
        match self.textures.iter().position(|it| !is_valid(it)) {
            Some(texture) => Err(invalid!(
                "texture {texture} of extension {entry} has no name, no asset, or a placement that is not valid"
            )),
            None => Ok(()),
        }
    }
}
