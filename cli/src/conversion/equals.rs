//! Rigmill's equivalents of the processors of XNA and MonoGame, and of their parameters. The caller checks whether this program
//! has these stages and parameters.

use rigmill_pipeline::TomlValue;

/// The equivalent of a MonoGame processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessorEqual {
    /// Rigmill's processor with this name.
    Named(&'static str),
    /// The importer's default processor, because no processor was named, or one that does nothing.
    Default,
    /// There is no equivalent.
    None,
    /// A processor of the game itself. The importer's default processor is used instead.
    Own,
}

/// The processor of compiled effects.
pub(crate) const EFFECT: &str = "effect";

/// Returns the equivalent of a MonoGame processor, given its class name with or without a namespace.
pub(crate) fn processor(name: &str) -> ProcessorEqual {
    match class(name) {
        "" | "PassThroughProcessor" => ProcessorEqual::Default,
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" => ProcessorEqual::Named("texture"),
        "ModelProcessor" => ProcessorEqual::Named("model"),
        "EffectProcessor" => ProcessorEqual::Named(EFFECT),
        "SoundEffectProcessor" => ProcessorEqual::Named("sound"),
        "SongProcessor" => ProcessorEqual::Named("song"),
        "FontDescriptionProcessor" => ProcessorEqual::Named("sprite-font"),
        "FontTextureProcessor" => ProcessorEqual::Named("font-texture"),
        "LocalizedFontProcessor" | "VideoProcessor" | "MaterialProcessor" | "XactProcessor" => ProcessorEqual::None,
        _ => ProcessorEqual::Own,
    }
}

/// Returns why a processor has no equivalent and how to proceed, if there is a specific explanation.
pub(crate) fn without_equal(processor: &str) -> Option<(&'static str, &'static str)> {
    match class(processor) {
        "XactProcessor" => Some((
            "XACT projects are not built: only XACT itself reads and writes its banks of waves and sounds",
            "export the waves as `.wav` files and load each as a SoundEffect, or leave the project to XNA's own content builder",
        )),
        _ => None,
    }
}

/// Whether a processor passes on the imported value unchanged.
pub(crate) fn is_pass_through(processor: &str) -> bool {
    class(processor) == "PassThroughProcessor"
}

/// Whether an importer belongs to the game rather than to MonoGame or XNA.
pub(crate) fn is_own_importer(name: &str) -> bool {
    const KNOWN: [&str; 18] = [
        "",
        "EffectImporter",
        "FbxImporter",
        "FontDescriptionImporter",
        "H264Importer",
        "Mp3Importer",
        "OggImporter",
        "OpenAssetImporter",
        "TextureImporter",
        "WavImporter",
        "WmaImporter",
        "WmvImporter",
        "XImporter",
        "XactImporter",
        "XmlImporter",
        "LocalizedFontImporter",
        "GltfImporter",
        "PassThroughImporter",
    ];
    !KNOWN.contains(&class(name))
}

/// Returns the name of a .NET type without its namespace and assembly.
fn class(name: &str) -> &str {
    let name = name.split(',').next().unwrap_or(name).trim();
    name.rsplit('.').next().unwrap_or(name)
}

/// The equivalent of a parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ParamEqual {
    /// Rigmill's parameter with this name and value.
    Set(&'static str, TomlValue),
    /// Like `Set`, but if the stage has no such parameter, the value has no effect anyway.
    Neutral(&'static str, TomlValue),
    /// Rigmill always behaves as this value requests.
    Same,
    /// There is no equivalent. Contains the reason and how to proceed.
    None(&'static str, &'static str),
    /// The value is invalid. Contains what is expected instead.
    Malformed(&'static str),
}

/// Returns the defaults of MonoGame's own processors for which Rigmill has an equivalent.
pub(crate) fn defaults(processor: &str) -> &'static [(&'static str, &'static str)] {
    match class(processor) {
        "TextureProcessor" | "SpriteTextureProcessor" => &[
            ("GenerateMipmaps", "False"),
            ("PremultiplyAlpha", "True"),
            ("ResizeToPowerOfTwo", "False"),
            ("TextureFormat", "Color"),
        ],
        "ModelTextureProcessor" => &[
            ("GenerateMipmaps", "True"),
            ("PremultiplyAlpha", "True"),
            ("ResizeToPowerOfTwo", "False"),
            ("TextureFormat", "DxtCompressed"),
        ],
        // Images get no mipmaps except those that they contain.
        "PassThroughProcessor" => &[("GenerateMipmaps", "False")],
        "ModelProcessor" => &[("GenerateTangentFrames", "False")],
        "FontDescriptionProcessor" => &[("PremultiplyAlpha", "True"), ("TextureFormat", "Compressed")],
        "FontTextureProcessor" => &[("PremultiplyAlpha", "True"), ("TextureFormat", "Color")],
        _ => &[],
    }
}

/// Whether a processor by default makes a colour of the image transparent.
pub(crate) fn has_color_key(processor: &str) -> bool {
    matches!(class(processor), "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor")
}

/// The colour that these processors make transparent, unless `ColorKeyColor` is set.
pub(crate) const COLOR_KEY: &str = "255,0,255,255";

/// Converts a `ColorKeyColor` to Rigmill's `color_key`. Returns `None` if it is not four numbers from 0 to 255.
pub(crate) fn color_key(value: &str) -> Option<TomlValue> {
    let bytes: Option<Vec<u8>> = value.split(',').map(|number| number.trim().parse().ok()).collect();
    let [red, green, blue, alpha]: [u8; 4] = bytes?.try_into().ok()?;
    Some(format!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}").into())
}

/// Returns the parameters that the equivalent of a processor always needs, in a project of XNA or MonoGame.
pub(crate) fn always(processor: &str, is_xna: bool) -> Vec<(&'static str, TomlValue)> {
    match class(processor) {
        // These processors use the values of an image directly instead of converting them to linear space.
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" | "PassThroughProcessor" => {
            vec![("srgb", false.into())]
        }
        // MonoGame and XNA do not convert the unit of a model's file.
        "ModelProcessor" if is_xna => vec![
            ("unit", "file".into()),
            ("reset_root", "auto".into()),
            ("geometric_transforms", "node".into()),
            ("vertex_cache", true.into()),
        ],
        "ModelProcessor" => vec![("unit", "file".into())],
        _ => Vec::new(),
    }
}

/// Returns the processor that XNA and MonoGame use for items that name one of their importers but no processor, by the
/// equivalent processor.
pub(crate) fn unnamed(processor: &str) -> &'static str {
    match processor {
        "texture" => "TextureProcessor",
        "model" => "ModelProcessor",
        "sound" => "SoundEffectProcessor",
        "song" => "SongProcessor",
        "sprite-font" => "FontDescriptionProcessor",
        _ => "",
    }
}

/// The result for a parameter that no processor of XNA or MonoGame has.
const UNKNOWN: ParamEqual =
    ParamEqual::None("no stage has such a parameter", "`rigmill list --params` shows what stages have");

/// Returns the equivalent of a parameter of a MonoGame processor.
pub(crate) fn param(processor: &str, name: &str, value: &str) -> ParamEqual {
    match class(processor) {
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" | "PassThroughProcessor" => {
            texture_param(name, value)
        }
        "EffectProcessor" => effect_param(name),
        "ModelProcessor" => model_param(name, value),
        "SoundEffectProcessor" => quality(name, value, "sounds stay PCM of 16 bits at their own rate"),
        "SongProcessor" => quality(name, value, "the media file of a song is copied as it is"),
        "FontDescriptionProcessor" => font_param(name, value),
        "FontTextureProcessor" if name == "FirstCharacter" => first_character(value),
        "FontTextureProcessor" if ["PremultiplyAlpha", "TextureFormat"].contains(&name) => texture_param(name, value),
        _ => UNKNOWN,
    }
}

fn texture_param(name: &str, value: &str) -> ParamEqual {
    match name {
        "GenerateMipmaps" => truth(value, |on| ParamEqual::Set("mips", on.into())),
        "PremultiplyAlpha" => truth(value, |on| ParamEqual::Set("premultiply", on.into())),
        "ResizeToPowerOfTwo" => truth(value, |on| {
            if on {
                ParamEqual::Set("power_of_two", "up".into())
            } else {
                ParamEqual::Neutral("power_of_two", "keep".into())
            }
        }),
        "TextureFormat" => texture_format(value),
        // Both are combined into one parameter: see `color_key`.
        "ColorKeyColor" if color_key(value).is_some() => ParamEqual::Same,
        "ColorKeyColor" => ParamEqual::Malformed("red, green, blue and alpha from 0 to 255, with commas between them"),
        "ColorKeyEnabled" => truth(value, |_| ParamEqual::Same),
        "MakeSquare" => unless(value, "images are not made square", "make the image square"),
        _ => UNKNOWN,
    }
}

fn texture_format(value: &str) -> ParamEqual {
    match value.to_ascii_lowercase().as_str() {
        "color" | "nochange" => ParamEqual::Set("compression", "none".into()),
        // On desktop GPUs, MonoGame also compresses to DXT.
        "compressed" | "dxtcompressed" => ParamEqual::Set("compression", "dxt".into()),
        _ => ParamEqual::None("textures are not stored so", "known equals: Color, NoChange, Compressed, DxtCompressed"),
    }
}

fn effect_param(name: &str) -> ParamEqual {
    match name {
        "DebugMode" | "Defines" => ParamEqual::None(
            "effects are compiled by another program",
            "give its compiler the same settings: `/D NAME=VALUE` for fxc, `/Defines:NAME=VALUE` for mgfxc",
        ),
        _ => UNKNOWN,
    }
}

fn font_param(name: &str, value: &str) -> ParamEqual {
    match (name, value.to_ascii_lowercase().as_str()) {
        ("PremultiplyAlpha", _) => texture_param(name, value),
        // XNA and MonoGame compress fonts as DXT3, which represents white and its coverage equally well.
        ("TextureFormat", "compressed" | "dxtcompressed") => ParamEqual::Set("compression", "bc2".into()),
        ("TextureFormat", _) => texture_format(value),
        _ => UNKNOWN,
    }
}

/// A space around the value may have been lost.
fn first_character(value: &str) -> ParamEqual {
    match value.chars().count() {
        0 => ParamEqual::Set("first_character", " ".into()),
        1 => ParamEqual::Set("first_character", value.into()),
        _ => ParamEqual::Malformed("one character"),
    }
}

fn model_param(name: &str, value: &str) -> ParamEqual {
    match name {
        "Scale" => number(value, "scale", 1.0),
        "RotationX" => number(value, "rotation_x", 0.0),
        "RotationY" => number(value, "rotation_y", 0.0),
        "RotationZ" => number(value, "rotation_z", 0.0),
        "GenerateTangentFrames" => truth(value, |on| ParamEqual::Set("tangents", on.into())),
        "DefaultEffect" if value.eq_ignore_ascii_case("BasicEffect") => ParamEqual::Same,
        "DefaultEffect" => ParamEqual::None("models name no effect", "the game chooses it"),
        "SwapWindingOrder" => unless(value, "triangles are not flipped", "flip them in the modelling program"),
        "PremultiplyVertexColors" => {
            unless(value, "colours of vertices stay as they are", "multiply them in the shader, or where they are made")
        }
        // The rules of the model's textures contain these parameters.
        "ColorKeyColor"
        | "ColorKeyEnabled"
        | "GenerateMipmaps"
        | "PremultiplyTextureAlpha"
        | "ResizeTexturesToPowerOfTwo"
        | "TextureFormat" => ParamEqual::Same,
        _ => UNKNOWN,
    }
}

/// Whether an importer's items are songs unless they name a processor.
pub(crate) fn imports_songs(importer: &str) -> bool {
    matches!(class(importer), "Mp3Importer" | "OggImporter" | "WmaImporter")
}

/// Handles `Quality`. Only the best quality has no effect.
fn quality(name: &str, value: &str, why: &'static str) -> ParamEqual {
    match (name, value.to_ascii_lowercase().as_str()) {
        ("Quality", "best") => ParamEqual::Same,
        ("Quality", "low" | "medium") => ParamEqual::None(why, "encode the source so if its size matters"),
        ("Quality", _) => ParamEqual::Malformed("Low, Medium or Best"),
        _ => UNKNOWN,
    }
}

fn truth(value: &str, equal: impl Fn(bool) -> ParamEqual) -> ParamEqual {
    match value.to_ascii_lowercase().as_str() {
        "true" => equal(true),
        "false" => equal(false),
        _ => ParamEqual::Malformed("True or False"),
    }
}

/// Handles a flag that has no equivalent if it is true, and has no effect if it is false.
fn unless(value: &str, why: &'static str, help: &'static str) -> ParamEqual {
    truth(value, |on| if on { ParamEqual::None(why, help) } else { ParamEqual::Same })
}

fn number(value: &str, name: &'static str, neutral: f64) -> ParamEqual {
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() && number == neutral => ParamEqual::Neutral(name, number.into()),
        Ok(number) if number.is_finite() => ParamEqual::Set(name, number.into()),
        _ => ParamEqual::Malformed("a number with a decimal point"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_known_by_their_class() {
        let cases = [
            ("", ProcessorEqual::Default),
            ("ModelProcessor", ProcessorEqual::Named("model")),
            (
                "Microsoft.Xna.Framework.Content.Pipeline.Processors.ModelProcessor, MonoGame",
                ProcessorEqual::Named("model"),
            ),
            ("EffectProcessor", ProcessorEqual::Named("effect")),
            ("SongProcessor", ProcessorEqual::Named("song")),
            ("XactProcessor", ProcessorEqual::None),
            ("VideoProcessor", ProcessorEqual::None),
            ("Game.ClipProcessor", ProcessorEqual::Own),
        ];
        for (name, expected) in cases {
            assert_eq!(processor(name), expected, "{name}");
        }
    }

    #[test]
    fn every_processor_of_images_and_models_spells_out_its_defaults() {
        for name in ["TextureProcessor", "SpriteTextureProcessor", "ModelTextureProcessor", "ModelProcessor"] {
            assert!(!always(name, false).is_empty() && !defaults(name).is_empty(), "{name}");
            for (param_name, value) in defaults(name) {
                let equal = param(name, param_name, value);
                assert!(matches!(equal, ParamEqual::Set(..) | ParamEqual::Neutral(..)), "{name} {param_name}");
            }
        }
    }

    #[test]
    fn parameters_have_their_equals() {
        let cases = [
            ("TextureProcessor", "GenerateMipmaps", "True", ParamEqual::Set("mips", true.into())),
            ("TextureProcessor", "PremultiplyAlpha", "false", ParamEqual::Set("premultiply", false.into())),
            ("TextureProcessor", "TextureFormat", "DxtCompressed", ParamEqual::Set("compression", "dxt".into())),
            ("TextureProcessor", "TextureFormat", "Color", ParamEqual::Set("compression", "none".into())),
            ("TextureProcessor", "ResizeToPowerOfTwo", "True", ParamEqual::Set("power_of_two", "up".into())),
            ("TextureProcessor", "ColorKeyEnabled", "False", ParamEqual::Same),
            ("TextureProcessor", "ColorKeyColor", "1, 2, 3, 255", ParamEqual::Same),
            ("TextureProcessor", "GenerateMipmaps", "yes", ParamEqual::Malformed("True or False")),
            ("SoundEffectProcessor", "Quality", "Best", ParamEqual::Same),
            ("SongProcessor", "Quality", "high", ParamEqual::Malformed("Low, Medium or Best")),
            ("FontDescriptionProcessor", "TextureFormat", "Compressed", ParamEqual::Set("compression", "bc2".into())),
            ("FontDescriptionProcessor", "TextureFormat", "Color", ParamEqual::Set("compression", "none".into())),
            ("FontDescriptionProcessor", "PremultiplyAlpha", "True", ParamEqual::Set("premultiply", true.into())),
            ("FontTextureProcessor", "FirstCharacter", "A", ParamEqual::Set("first_character", "A".into())),
            ("FontTextureProcessor", "FirstCharacter", "AB", ParamEqual::Malformed("one character")),
            ("FontTextureProcessor", "TextureFormat", "DxtCompressed", ParamEqual::Set("compression", "dxt".into())),
            ("ModelProcessor", "Scale", "2.5", ParamEqual::Set("scale", 2.5.into())),
            ("ModelProcessor", "RotationY", "0", ParamEqual::Neutral("rotation_y", 0.0.into())),
            ("ModelProcessor", "GenerateTangentFrames", "True", ParamEqual::Set("tangents", true.into())),
            ("ModelProcessor", "Scale", "big", ParamEqual::Malformed("a number with a decimal point")),
        ];
        for (processor, name, value, expected) in cases {
            assert_eq!(param(processor, name, value), expected, "{processor} {name}={value}");
        }
    }

    #[test]
    fn a_color_key_is_four_bytes() {
        assert_eq!(color_key(" 255, 0,255,128 "), Some("#ff00ff80".into()));
        assert!(["", "1,2,3", "1,2,3,4,5", "1,2,3,256", "red"].into_iter().all(|value| color_key(value).is_none()));
    }
}
