//! XNA's effects, materials with effects of the game, and compiled effects.

use crate::content::{ContentReader, ContentWriter};
use crate::error::Result;
use crate::field::{Field, record};
use crate::type_readers::TypeReader;

record! {
    /// The colours that XNA's effects have in common.
    pub struct EffectColors {
        /// The diffuse colour: red, green, blue.
        pub diffuse: [f32; 3],
        /// The emissive colour: red, green, blue.
        pub emissive: [f32; 3],
        /// The specular colour: red, green, blue.
        pub specular: [f32; 3],
        /// The exponent of the specular highlight.
        pub specular_power: f32,
        /// The opacity, from 0 to 1.
        pub alpha: f32,
    }
}

record! {
    /// XNA's `BasicEffect`.
    pub struct BasicEffect {
        /// The asset name of the texture; empty for none.
        pub texture: String,
        /// The colours.
        pub colors: EffectColors,
        /// Whether the effect uses the colours of the vertices.
        pub vertex_color_enabled: bool,
    }
}

record! {
    /// XNA's `SkinnedEffect`.
    pub struct SkinnedEffect {
        /// The asset name of the texture; empty for none.
        pub texture: String,
        /// The number of bones that can move a vertex.
        pub weights_per_vertex: u32,
        /// The colours.
        pub colors: EffectColors,
    }
}

/// A material with an effect of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectMaterial<T> {
    /// The asset name of the effect.
    pub effect: String,
    /// The parameters: a `Dictionary<string, object>`.
    pub parameters: T,
}

impl<T: Field> Field for EffectMaterial<T> {
    const SMALLEST: usize = String::SMALLEST + T::SMALLEST;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Ok(Self { effect: Field::read(input)?, parameters: Field::read(input)? })
    }

    fn write(&self, output: &mut ContentWriter) {
        self.effect.write(output);
        output.refers_to_textures = true;
        self.parameters.write(output);
        output.refers_to_textures = false;
    }
}

/// A compiled effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The output of the effect compiler of XNA, FNA or MonoGame.
    pub bytes: Vec<u8>,
}

impl Field for Effect {
    const SMALLEST: usize = 4;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        let count = input.bytes.count(1, "bytes of an effect")?;
        Ok(Self { bytes: input.bytes.bytes(count)?.to_vec() })
    }

    fn write(&self, output: &mut ContentWriter) {
        output.bytes.count(self.bytes.len());
        output.bytes.bytes(&self.bytes);
    }
}

/// The name of a different asset, relative to the folder of the file that contains the reference; empty for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalReference(pub String);

impl Field for ExternalReference {
    const SMALLEST: usize = 1;

    fn read(input: &mut ContentReader<'_>) -> Result<Self> {
        Field::read(input).map(Self)
    }

    fn write(&self, output: &mut ContentWriter) {
        if output.refers_to_textures {
            output.reader(&TypeReader::xna("Texture"));
        }
        self.0.write(output);
    }
}
