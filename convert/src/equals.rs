//! Rigmill's equivalents of the processors of XNA and MonoGame, and of their parameters. The caller checks whether this program
//! has these stages and parameters.

use rigmill_pipeline::{TomlValue, did_you_mean};

/// The equivalent of a MonoGame processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessorEquivalent {
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
pub(crate) fn processor(name: &str) -> ProcessorEquivalent {
    match class(name) {
        "" | "PassThroughProcessor" => ProcessorEquivalent::Default,
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" => {
            ProcessorEquivalent::Named("texture")
        }
        "ModelProcessor" => ProcessorEquivalent::Named("model"),
        "EffectProcessor" => ProcessorEquivalent::Named(EFFECT),
        "SoundEffectProcessor" => ProcessorEquivalent::Named("sound"),
        "SongProcessor" => ProcessorEquivalent::Named("song"),
        "FontDescriptionProcessor" => ProcessorEquivalent::Named("sprite-font"),
        "FontTextureProcessor" => ProcessorEquivalent::Named("font-texture"),
        "LocalizedFontProcessor" | "VideoProcessor" | "MaterialProcessor" | "XactProcessor" => {
            ProcessorEquivalent::None
        }
        _ => ProcessorEquivalent::Own,
    }
}

/// The processors of XNA and MonoGame.
const PROCESSORS: [&str; 14] = [
    "EffectProcessor",
    "FontDescriptionProcessor",
    "FontTextureProcessor",
    "LocalizedFontProcessor",
    "MaterialProcessor",
    "ModelProcessor",
    "ModelTextureProcessor",
    "PassThroughProcessor",
    "SongProcessor",
    "SoundEffectProcessor",
    "SpriteTextureProcessor",
    "TextureProcessor",
    "VideoProcessor",
    "XactProcessor",
];

/// Returns the processor of XNA or MonoGame whose name may be misspelt here. Most processors of games have names that resemble
/// these, such as `ClipProcessor` and `SongProcessor`, so the names may differ in one place only, in at most two letters.
pub(crate) fn misspelt(processor: &str) -> Option<&'static str> {
    let name = class(processor).as_bytes();
    let is_near = |known: &&&str| {
        let known = known.as_bytes();
        let (shorter, longer) = (name.len().min(known.len()), name.len().max(known.len()));
        let are_equal = |(a, b): &(&u8, &u8)| a.eq_ignore_ascii_case(b);
        let begin = name.iter().zip(known).take_while(are_equal).count();
        let end = name.iter().rev().zip(known.iter().rev()).take_while(are_equal).count().min(shorter - begin);
        longer - shorter <= 1 && longer - begin - end <= 2
    };
    PROCESSORS.iter().find(is_near).copied().filter(|known| known.as_bytes() != name)
}

/// Returns why a processor has no equivalent and how to proceed, if there is a specific explanation.
pub(crate) fn without_equal(processor: &str) -> Option<(&'static str, &'static str)> {
    match class(processor) {
        "XactProcessor" => Some((
            "Rigmill cannot build XACT projects, because only XACT can read and write its wave banks and sound banks",
            "export the waves as `.wav` files and load each file as a SoundEffect, or keep building the XACT project with XNA",
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
pub(crate) enum ParamEquivalent {
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
    let bytes: Option<Vec<u8>> = value.split(',').map(|number| number.trim().parse::<u8>().ok()).collect();
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
const UNKNOWN: ParamEquivalent = ParamEquivalent::None(
    "Rigmill has no equivalent of this parameter",
    "see the parameters of all stages with `rigmill list --params`",
);

/// Returns the equivalent of a parameter of a MonoGame processor.
pub(crate) fn param(processor: &str, name: &str, value: &str) -> ParamEquivalent {
    match class(processor) {
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" | "PassThroughProcessor" => {
            texture_param(name, value)
        }
        "EffectProcessor" => effect_param(name),
        "ModelProcessor" => model_param(name, value),
        "SoundEffectProcessor" => {
            quality(name, value, "Rigmill keeps sounds as 16-bit PCM at the sample rate of the source")
        }
        "SongProcessor" => quality(name, value, "Rigmill copies the media file of a song unchanged"),
        "FontDescriptionProcessor" => font_param(name, value),
        "FontTextureProcessor" if name == "FirstCharacter" => first_character(value),
        "FontTextureProcessor" if ["PremultiplyAlpha", "TextureFormat"].contains(&name) => texture_param(name, value),
        _ => UNKNOWN,
    }
}

/// The parameters of a processor for which [`param`] has an answer.
fn param_names(processor: &str) -> &'static [&'static str] {
    match class(processor) {
        "TextureProcessor" | "ModelTextureProcessor" | "SpriteTextureProcessor" | "PassThroughProcessor" => &[
            "ColorKeyColor",
            "ColorKeyEnabled",
            "GenerateMipmaps",
            "MakeSquare",
            "PremultiplyAlpha",
            "ResizeToPowerOfTwo",
            "TextureFormat",
        ],
        "EffectProcessor" => &["DebugMode", "Defines"],
        "ModelProcessor" => &[
            "ColorKeyColor",
            "ColorKeyEnabled",
            "DefaultEffect",
            "GenerateMipmaps",
            "GenerateTangentFrames",
            "PremultiplyTextureAlpha",
            "PremultiplyVertexColors",
            "ResizeTexturesToPowerOfTwo",
            "RotationX",
            "RotationY",
            "RotationZ",
            "Scale",
            "SwapWindingOrder",
            "TextureFormat",
        ],
        "SoundEffectProcessor" | "SongProcessor" => &["Quality"],
        "FontDescriptionProcessor" => &["PremultiplyAlpha", "TextureFormat"],
        "FontTextureProcessor" => &["FirstCharacter", "PremultiplyAlpha", "TextureFormat"],
        _ => &[],
    }
}

/// Returns the remedy for a misspelt parameter, with a similar name. `None` if the processor has the parameter.
pub(crate) fn meant_param(processor: &str, name: &str) -> Option<String> {
    let names = param_names(processor);
    if names.contains(&name) { None } else { did_you_mean(name, names.iter().copied()) }
}

fn texture_param(name: &str, value: &str) -> ParamEquivalent {
    match name {
        "GenerateMipmaps" => truth(value, |on| ParamEquivalent::Set("mips", on.into())),
        "PremultiplyAlpha" => truth(value, |on| ParamEquivalent::Set("premultiply", on.into())),
        "ResizeToPowerOfTwo" => truth(value, |on| {
            if on {
                ParamEquivalent::Set("power_of_two", "up".into())
            } else {
                ParamEquivalent::Neutral("power_of_two", "keep".into())
            }
        }),
        "TextureFormat" => texture_format(value),
        // Both are combined into one parameter: see `color_key`.
        "ColorKeyColor" if color_key(value).is_some() => ParamEquivalent::Same,
        "ColorKeyColor" => {
            ParamEquivalent::Malformed("red, green, blue and alpha from 0 to 255, with commas between them")
        }
        "ColorKeyEnabled" => truth(value, |_| ParamEquivalent::Same),
        "MakeSquare" => unless(value, "Rigmill does not make images square", "make the image square"),
        _ => UNKNOWN,
    }
}

fn texture_format(value: &str) -> ParamEquivalent {
    match value.to_ascii_lowercase().as_str() {
        "color" | "nochange" => ParamEquivalent::Set("compression", "none".into()),
        // On desktop GPUs, MonoGame also compresses to DXT.
        "compressed" | "dxtcompressed" => ParamEquivalent::Set("compression", "dxt".into()),
        _ => ParamEquivalent::None(
            "Rigmill has no equivalent of this texture format",
            "use a supported format: Color, NoChange, Compressed, DxtCompressed",
        ),
    }
}

fn effect_param(name: &str) -> ParamEquivalent {
    match name {
        "DebugMode" | "Defines" => ParamEquivalent::None(
            "Rigmill does not compile effects",
            "pass the same settings to the effect compiler: `/D NAME=VALUE` for fxc, `/Defines:NAME=VALUE` for mgfxc",
        ),
        _ => UNKNOWN,
    }
}

fn font_param(name: &str, value: &str) -> ParamEquivalent {
    match (name, value.to_ascii_lowercase().as_str()) {
        ("PremultiplyAlpha", _) => texture_param(name, value),
        // XNA and MonoGame compress fonts as DXT3, which represents white and its coverage equally well.
        ("TextureFormat", "compressed" | "dxtcompressed") => ParamEquivalent::Set("compression", "bc2".into()),
        ("TextureFormat", _) => texture_format(value),
        _ => UNKNOWN,
    }
}

/// A space around the value may have been lost.
fn first_character(value: &str) -> ParamEquivalent {
    match value.chars().count() {
        0 => ParamEquivalent::Set("first_character", " ".into()),
        1 => ParamEquivalent::Set("first_character", value.into()),
        _ => ParamEquivalent::Malformed("one character"),
    }
}

fn model_param(name: &str, value: &str) -> ParamEquivalent {
    match name {
        "Scale" => number(value, "scale", 1.0),
        "RotationX" => number(value, "rotation_x", 0.0),
        "RotationY" => number(value, "rotation_y", 0.0),
        "RotationZ" => number(value, "rotation_z", 0.0),
        "GenerateTangentFrames" => truth(value, |on| ParamEquivalent::Set("tangents", on.into())),
        "DefaultEffect" if value.eq_ignore_ascii_case("BasicEffect") => ParamEquivalent::Same,
        "DefaultEffect" => {
            ParamEquivalent::None("Rigmill ignores the default effect of models", "choose the effect in the game")
        }
        "SwapWindingOrder" => {
            unless(value, "Rigmill does not flip triangles", "flip the triangles in the modelling program")
        }
        "PremultiplyVertexColors" => unless(
            value,
            "Rigmill does not premultiply vertex colours",
            "premultiply the colours in the shader or in the modelling program",
        ),
        // The rules of the model's textures contain these parameters.
        "ColorKeyColor"
        | "ColorKeyEnabled"
        | "GenerateMipmaps"
        | "PremultiplyTextureAlpha"
        | "ResizeTexturesToPowerOfTwo"
        | "TextureFormat" => ParamEquivalent::Same,
        _ => UNKNOWN,
    }
}

/// Whether an importer's items are songs unless they name a processor.
pub(crate) fn imports_songs(importer: &str) -> bool {
    matches!(class(importer), "Mp3Importer" | "OggImporter" | "WmaImporter")
}

/// Handles `Quality`. Only the best quality has no effect.
fn quality(name: &str, value: &str, why: &'static str) -> ParamEquivalent {
    match (name, value.to_ascii_lowercase().as_str()) {
        ("Quality", "best") => ParamEquivalent::Same,
        ("Quality", "low" | "medium") => {
            ParamEquivalent::None(why, "if the size matters, encode the source file with lower quality")
        }
        ("Quality", _) => ParamEquivalent::Malformed("Low, Medium or Best"),
        _ => UNKNOWN,
    }
}

fn truth(value: &str, equal: impl Fn(bool) -> ParamEquivalent) -> ParamEquivalent {
    match value.to_ascii_lowercase().as_str() {
        "true" => equal(true),
        "false" => equal(false),
        _ => ParamEquivalent::Malformed("True or False"),
    }
}

/// Handles a flag that has no equivalent if it is true, and has no effect if it is false.
fn unless(value: &str, why: &'static str, help: &'static str) -> ParamEquivalent {
    truth(value, |on| if on { ParamEquivalent::None(why, help) } else { ParamEquivalent::Same })
}

fn number(value: &str, name: &'static str, neutral: f64) -> ParamEquivalent {
    match value.parse::<f64>() {
        Ok(number) if number.is_finite() && number == neutral => ParamEquivalent::Neutral(name, number.into()),
        Ok(number) if number.is_finite() => ParamEquivalent::Set(name, number.into()),
        _ => ParamEquivalent::Malformed("a number with a decimal point"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_known_by_their_class() {
        let cases = [
            ("", ProcessorEquivalent::Default),
            ("ModelProcessor", ProcessorEquivalent::Named("model")),
            (
                "Microsoft.Xna.Framework.Content.Pipeline.Processors.ModelProcessor, MonoGame",
                ProcessorEquivalent::Named("model"),
            ),
            ("EffectProcessor", ProcessorEquivalent::Named("effect")),
            ("SongProcessor", ProcessorEquivalent::Named("song")),
            ("XactProcessor", ProcessorEquivalent::None),
            ("VideoProcessor", ProcessorEquivalent::None),
            ("Game.ClipProcessor", ProcessorEquivalent::Own),
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
                assert!(
                    matches!(equal, ParamEquivalent::Set(..) | ParamEquivalent::Neutral(..)),
                    "{name} {param_name}"
                );
            }
        }
    }

    #[test]
    fn parameters_have_their_equals() {
        let cases = [
            ("TextureProcessor", "GenerateMipmaps", "True", ParamEquivalent::Set("mips", true.into())),
            ("TextureProcessor", "PremultiplyAlpha", "false", ParamEquivalent::Set("premultiply", false.into())),
            ("TextureProcessor", "TextureFormat", "DxtCompressed", ParamEquivalent::Set("compression", "dxt".into())),
            ("TextureProcessor", "TextureFormat", "Color", ParamEquivalent::Set("compression", "none".into())),
            ("TextureProcessor", "ResizeToPowerOfTwo", "True", ParamEquivalent::Set("power_of_two", "up".into())),
            ("TextureProcessor", "ColorKeyEnabled", "False", ParamEquivalent::Same),
            ("TextureProcessor", "ColorKeyColor", "1, 2, 3, 255", ParamEquivalent::Same),
            ("TextureProcessor", "GenerateMipmaps", "yes", ParamEquivalent::Malformed("True or False")),
            ("SoundEffectProcessor", "Quality", "Best", ParamEquivalent::Same),
            ("SongProcessor", "Quality", "high", ParamEquivalent::Malformed("Low, Medium or Best")),
            (
                "FontDescriptionProcessor",
                "TextureFormat",
                "Compressed",
                ParamEquivalent::Set("compression", "bc2".into()),
            ),
            ("FontDescriptionProcessor", "TextureFormat", "Color", ParamEquivalent::Set("compression", "none".into())),
            ("FontDescriptionProcessor", "PremultiplyAlpha", "True", ParamEquivalent::Set("premultiply", true.into())),
            ("FontTextureProcessor", "FirstCharacter", "A", ParamEquivalent::Set("first_character", "A".into())),
            ("FontTextureProcessor", "FirstCharacter", "AB", ParamEquivalent::Malformed("one character")),
            (
                "FontTextureProcessor",
                "TextureFormat",
                "DxtCompressed",
                ParamEquivalent::Set("compression", "dxt".into()),
            ),
            ("ModelProcessor", "Scale", "2.5", ParamEquivalent::Set("scale", 2.5.into())),
            ("ModelProcessor", "RotationY", "0", ParamEquivalent::Neutral("rotation_y", 0.0.into())),
            ("ModelProcessor", "GenerateTangentFrames", "True", ParamEquivalent::Set("tangents", true.into())),
            ("ModelProcessor", "Scale", "big", ParamEquivalent::Malformed("a number with a decimal point")),
        ];
        for (processor, name, value, expected) in cases {
            assert_eq!(param(processor, name, value), expected, "{processor} {name}={value}");
        }
    }

    #[test]
    fn misspelt_names_are_found_but_not_the_names_of_a_game() {
        assert!(PROCESSORS.iter().all(|name| processor(name) != ProcessorEquivalent::Own && misspelt(name).is_none()));
        for (name, meant) in [
            ("TextureProcesor", Some("TextureProcessor")),
            ("Game.Pipeline.ModelProccesor, Game", Some("ModelProcessor")),
            ("fontTextureProcessor", Some("FontTextureProcessor")),
            ("ClipProcessor", None),
            ("SkinnedModelProcessor", None),
            ("MyModelProcessor", None),
            ("", None),
        ] {
            assert_eq!(misspelt(name), meant, "{name}");
        }
        assert_eq!(
            meant_param("TextureProcessor", "ColorKeyEnabeld").as_deref(),
            Some("did you mean `ColorKeyEnabled`?")
        );
        assert_eq!(meant_param("TextureProcessor", "MakeSquare"), None);
        for name in PROCESSORS {
            assert!(param_names(name).iter().all(|known| param(name, known, "True") != UNKNOWN), "{name}");
        }
    }

    #[test]
    fn a_color_key_is_four_bytes() {
        assert_eq!(color_key(" 255, 0,255,128 "), Some("#ff00ff80".into()));
        assert!(["", "1,2,3", "1,2,3,4,5", "1,2,3,256", "red"].into_iter().all(|value| color_key(value).is_none()));
    }
}
