//! [`References`]: resolves the assets that a source names.

use rigmill_dom::Located;
use rigmill_format::{AnimationSequence, CompressedClip, CurveClip, SampledClip, UniformClip};
use rigmill_pipeline::{AssetError, Code, Diagnostic, ProcessContext, SourcePath, SourcePathError, ValueType};

use crate::codes;
use crate::report::{MissingAssets, Result, Wanted, meant_asset, similar_asset};

/// How a source uses an asset.
pub(super) struct Use {
    pub(super) name: &'static str,
    /// The types that the asset may have.
    pub(super) types: Vec<ValueType>,
    /// The code of the error if the asset does not exist.
    pub(super) missing: Code,
    /// The remedy if there is no asset with a similar name either.
    pub(super) remedy: &'static str,
}

/// Explains how names of assets are resolved.
pub(super) const RELATIVE_NAMES: &str =
    "write the name relative to this file's folder, or begin with `/` to write it relative to the project folder";

impl Use {
    /// The asset is used as a clip, of any clip type.
    pub(super) fn clip(remedy: &'static str) -> Self {
        let types = vec![
            ValueType::of::<AnimationSequence>(),
            ValueType::of::<CompressedClip>(),
            ValueType::of::<UniformClip>(),
            ValueType::of::<CurveClip>(),
            ValueType::of::<SampledClip>(),
        ];
        Self { name: "clip", types, missing: codes::REFERENCE_MISSING_CLIP, remedy }
    }
}

/// Resolves names of assets, and reports missing assets.
pub(super) struct References<'c, 'a> {
    ctx: &'c mut ProcessContext<'a>,
    missing: MissingAssets,
}

impl<'c, 'a> References<'c, 'a> {
    pub(super) fn new(ctx: &'c mut ProcessContext<'a>) -> Self {
        Self { ctx, missing: MissingAssets::default() }
    }

    /// Returns the full name of the asset that the source calls `name`; empty if the asset does not exist, which the function
    /// reports.
    pub(super) fn resolve(&mut self, name: &Located<String>, used_as: &Use) -> String {
        match self.ctx.source().relative(&name.value) {
            Ok(path) => match self.ctx.refer(path.as_str(), &used_as.types) {
                Ok(()) => return path.as_str().to_owned(),
                Err(error) => self
                    .missing
                    .report(name.position, self.ctx, |ctx| no_reference(&error, path.as_str(), used_as, ctx)),
            },
            Err(error) => self.missing.report(name.position, self.ctx, |_| no_asset_name(used_as.name, &error)),
        }
        String::new()
    }

    /// Fails if any asset was missing.
    pub(super) fn finish(self) -> Result<()> {
        self.missing.finish(codes::ACTIONS_MORE_MISSING, self.ctx)
    }
}

fn no_reference(error: &AssetError, asset: &str, used_as: &Use, ctx: &mut ProcessContext<'_>) -> Diagnostic {
    let near = meant_asset(error, asset, Wanted::new(&used_as.types), ctx);
    let near = near.map(|near| shortest(ctx.source(), &near));
    let (code, remedy) = match matches!(error, AssetError::Missing { .. }) {
        true => (used_as.missing, used_as.remedy),
        false => (codes::REFERENCE_OTHER_TYPE, "refer to an asset of the required type"),
    };
    Diagnostic::error(code, error.to_string()).help(similar_asset(near, remedy))
}

fn no_asset_name(what: &str, error: &SourcePathError) -> Diagnostic {
    let message = format!("the name of the {what} is not valid: {error}");
    Diagnostic::error(codes::REFERENCE_NAME, message).help("use the name of an asset in this project")
}

/// Returns the shortest name by which `source` can refer to an asset: relative, if the asset is in the source's folder or
/// below.
fn shortest(source: &SourcePath, asset: &str) -> String {
    let relative = match source.folder() {
        "" => Some(asset),
        folder => asset.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
    };
    let is_name = |name: &&str| source.relative(name).is_ok_and(|path| path.as_str() == asset);
    relative.filter(is_name).map_or_else(|| format!("/{asset}"), str::to_owned)
}
