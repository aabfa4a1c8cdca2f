//! [`Xnb`]: the content files of XNA, MonoGame and FNA.
//!
//! Strict where those let damage through: sizes, counts, versions, bytes after the end. The parameter `lenient` makes warnings
//! of what they let through.

mod animation;
mod container;
mod content;
mod cursor;
mod curve;
mod data;
mod effect;
mod enums;
mod fault;
mod file;
mod foreign;
mod left_out;
mod matrix;
mod mesh;
mod model;
mod plain;
mod ranges;
mod scene;
mod shape;
mod skin;
mod summary;
mod surface_format;
mod tag;
mod texture;
mod type_name;
mod type_notation;
mod value;
mod vertices;

use rigmill_dom::{CollisionSource, XnbSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, SourcePath, StageError};

use self::fault::{Fault, Read};
use self::file::XnbFile;
use self::value::XnbValue;
use crate::bounded::read_source;
use crate::codes;

pub use container::{Compression, XnbHeader};
pub use summary::{XnbSummary, outline, summary};

/// How many bytes a source may have.
const LARGEST_SOURCE: u64 = 256 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importer `xnb`.
    pub struct XnbParams {
        /// Let through, with a warning, what XNA and FNA let through: a wrong size, bytes after the end, unknown flags, version 4,
        /// versions of type readers, bools above 1, text that is not UTF-8; and unknown type readers that nothing needs.
        lenient: bool = false,
        /// The type of the game's reader of animations, with its namespace and without its assembly.
        animation_reader: String = "RobotGameData.GameObject.AnimationReader".to_owned(),
    }
}

/// Imports `.xnb`: uncompressed, LZ4 and LZX; RobotGame's animations, models, textures, curves; plain values as game data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Xnb;

impl Importer for Xnb {
    type Output = XnbSource;
    type Params = XnbParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 8;
    const EXTENSIONS: &'static [&'static str] = &["xnb"];
    const DEFAULT_PROCESSOR: &'static str = "xnb";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &XnbParams) -> Result<XnbSource, StageError> {
        let too_large = |message| Diagnostic::error(codes::XNB_LIMIT, message).help("split the asset");
        let bytes = read_source(ctx, LARGEST_SOURCE, too_large)?;
        let (file, source) = file::read(&bytes, &params.animation_reader, params.lenient)
            .and_then(|mut file| source(&mut file, ctx.source()).map(|source| (file, source)))
            .map_err(|fault| ctx.fail(fault.into_error()))?;
        for warning in file.warnings {
            ctx.report(warning);
        }
        Ok(source)
    }
}

/// The file's object as a source like others.
fn source(file: &mut XnbFile, path: &SourcePath) -> Read<XnbSource> {
    match std::mem::replace(&mut file.primary, XnbValue::Null) {
        XnbValue::Animation(animation) => Ok(XnbSource::Animation(*animation)),
        XnbValue::Texture(texture) => Ok(XnbSource::Texture(texture)),
        XnbValue::Curve(curve) => Ok(XnbSource::Curves(curve::single(curve))),
        XnbValue::Model(mut model) => {
            let mut scene = scene::scene(&model, &file.shared)?;
            file.warnings.extend(scene::sheared(&model));
            file.warnings.extend(left_out::left_out(&model, &file.shared, &scene.meshes));
            let collision = tag::collision(&model.tag);
            if tag::is_data(&model.tag) {
                let tag = std::mem::replace(&mut model.tag, XnbValue::Null);
                scene.tag = Some(data::data(tag, path, &mut file.warnings)?);
            }
            file.warnings.extend(tag::dropped(&model));
            Ok(match collision {
                Some((triangles, sphere)) => XnbSource::Collision(CollisionSource { triangles, sphere, model: scene }),
                None => XnbSource::Scene(scene),
            })
        }
        XnbValue::Dictionary { entries, .. }
            if entries.iter().any(|(_, value)| matches!(value, XnbValue::Curve(_))) =>
        {
            let unlike = || {
                Err(Fault::new(
                    codes::XNB_UNSUPPORTED,
                    "some entries are curves, others not",
                    "`rigmill inspect` shows what is in it",
                ))
            };
            curve::several(entries).unwrap_or_else(unlike).map(XnbSource::Curves)
        }
        value => data::data(value, path, &mut file.warnings).map(XnbSource::Data),
    }
}
