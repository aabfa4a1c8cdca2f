//! Rigmill's equivalents of the processors of XNA and MonoGame, and of their parameters. The caller checks whether this program
//! has these stages and parameters.

mod params;

use rigmill_pipeline::TomlValue;

pub(crate) use self::params::{ParamEquivalent, meant_param, param};

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

/// Whether an importer's items are songs unless they name a processor.
pub(crate) fn imports_songs(importer: &str) -> bool {
    matches!(class(importer), "Mp3Importer" | "OggImporter" | "WmaImporter")
}

#[cfg(test)]
mod tests {
    use super::params::{UNKNOWN, param_names};
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
