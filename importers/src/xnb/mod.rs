//! [`Xnb`]: imports the content files of XNA, MonoGame and FNA. The crate `rigmill_codec_xnb` reads the files; these modules
//! convert their values to sources.
//!
//! The importer is strict where XNA and FNA accept damage: sizes, counts, versions, bytes after the end. With the parameter
//! `lenient`, these problems are warnings.

mod animation;
mod curves;
mod data;
mod font;
mod materials;
mod matrix;
mod mesh;
mod object;
mod primitives;
mod problems;
mod ranges;
mod scene;
mod skin;
mod sound;
mod tag;
mod texture;
mod vertices;

use rigmill_codec_xnb::{Animation, DecodeOptions, Decoded, Model, Value, XnbFile, decode};
use rigmill_dom::{CollisionSource, EffectSource, TextureFile, XnbSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, SourcePath, StageError};

use self::problems::unreadable;
use crate::codes;
use crate::report::Result;
use crate::syntax::{read_source, refuse_kinds_except};

/// The maximum size of a source, in bytes.
const LARGEST_SOURCE: u64 = 256 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importer `xnb`.
    pub struct XnbParams {
        /// If true, the importer accepts some errors that XNA and FNA also accept: for example, a wrong file size,
        /// unknown flags, or text that is not UTF-8. Rigmill reports a warning for each error that it accepts.
        lenient: bool = false,
        /// The .NET name of the game's class that reads animations. Include the namespace, but not the assembly.
        animation_reader: String = Animation::ROBOT_GAME_READER_TYPE.to_owned(),
        /// The .NET name of the game's class that reads game data field by field. Include the namespace, but not the
        /// assembly. If you set `data_reader`, you must also set `schema`.
        data_reader: Option<String> = None,
        /// The path of a schema, relative to the project folder. The schema is a TOML file that lists the fields that
        /// `data_reader` reads. The schema must contain `complete = true`.
        schema: Option<String> = None,
    }
}

/// Imports `.xnb`, uncompressed or compressed with LZ4 or LZX. Supports RobotGame's animations, models, textures, cube maps,
/// fonts, curves, compiled effects, sounds and songs, and plain values, which become game data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Xnb;

impl Importer for Xnb {
    type Output = XnbSource;
    type Params = XnbParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 12;
    const EXTENSIONS: &'static [&'static str] = &["xnb"];
    const DEFAULT_PROCESSOR: &'static str = "xnb";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &XnbParams) -> Result<XnbSource, StageError> {
        let bytes = read_source(ctx, LARGEST_SOURCE, codes::XNB_LIMIT, "split the asset")?;
        let name = ctx.source().file_name();
        refuse_kinds_except("xnb", "an XNB file", (name, &bytes), codes::XNB_HEADER)
            .map_err(|it| ctx.fail(it.into()))?;
        let options = DecodeOptions {
            animation_reader: &params.animation_reader,
            object_reader: params.data_reader.as_deref().unwrap_or_default(),
            lenient: params.lenient,
        };
        let Decoded { file, deviations, .. } =
            decode(&bytes, options).map_err(|it| ctx.fail(unreadable(&it).into()))?;
        let mut warnings: Vec<Diagnostic> = deviations.iter().map(|it| unreadable(it).warning().into()).collect();
        let source = match &file.primary {
            Value::GameObject(object) => object::source(object, params.schema.as_deref(), ctx).map(XnbSource::Data)?,
            Value::Song(song) => sound::song(song, ctx).map(XnbSource::Song)?,
            _ => source(file, ctx.source(), &mut warnings).map_err(|problem| ctx.fail(problem.into()))?,
        };
        for warning in warnings {
            ctx.report(warning);
        }
        Ok(source)
    }
}

/// Converts the file's asset to a source.
fn source(file: XnbFile, path: &SourcePath, warnings: &mut Vec<Diagnostic>) -> Result<XnbSource> {
    match file.primary {
        Value::Animation(animation) => animation::source(*animation).map(XnbSource::Animation),
        Value::Texture2D(texture) => texture::flat(texture, warnings).map(TextureFile::Flat).map(XnbSource::Texture),
        Value::TextureCube(texture) => texture::cube(*texture, warnings).map(TextureFile::Cube).map(XnbSource::Texture),
        Value::Effect(effect) => Ok(XnbSource::Effect(EffectSource { bytes: effect.bytes })),
        Value::SoundEffect(effect) => sound::sound(*effect, warnings).map(XnbSource::Sound),
        Value::SpriteFont(font) => font::source(*font, warnings).map(XnbSource::Font),
        Value::Curve(curve) => curves::of_one(&curve).map(XnbSource::Curves),
        Value::Model(model) => model_source(*model, &file.resources, path, warnings),
        Value::Dictionary { entries, .. } if entries.iter().any(|(_, value)| matches!(value, Value::Curve(_))) => {
            curves::of_dictionary(&entries).map(XnbSource::Curves)
        }
        value => data::source(value, path, warnings).map(XnbSource::Data),
    }
}

fn model_source(
    mut model: Model<Value>,
    resources: &[Value],
    path: &SourcePath,
    warnings: &mut Vec<Diagnostic>,
) -> Result<XnbSource> {
    let mut scene = scene::scene(&model, resources)?;
    warnings.extend(scene::sheared(&model));
    warnings.extend(vertices::left_out(&model, resources, &scene.meshes));
    let collision = tag::collision(&model.tag);
    if tag::is_data(&model.tag) {
        let tag = std::mem::replace(&mut model.tag, Value::Null);
        scene.tag = Some(data::source(tag, path, warnings)?);
    }
    warnings.extend(tag::left_out(&model, collision.is_some()));
    Ok(match collision {
        Some((triangles, sphere)) => XnbSource::Collision(CollisionSource { triangles, sphere, model: scene }),
        None => XnbSource::Scene(scene),
    })
}
