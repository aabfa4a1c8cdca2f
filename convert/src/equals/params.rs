//! The equivalents of the parameters of XNA's and MonoGame's processors.

use rigmill_pipeline::{TomlValue, did_you_mean};

use super::{class, color_key};

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
/// The result for a parameter that no processor of XNA or MonoGame has.
pub(super) const UNKNOWN: ParamEquivalent = ParamEquivalent::None(
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
pub(super) fn param_names(processor: &str) -> &'static [&'static str] {
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
