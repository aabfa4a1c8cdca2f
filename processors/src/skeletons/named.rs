//! The parameter `skeleton` of processors that make clips.

use std::sync::Arc;

use rigmill_format::Skeleton;
use rigmill_pipeline::{AssetError, Diagnostic, ProcessContext, SourcePath, ValueType};

use crate::codes;
use crate::report::{Result, failed_asset, similar_asset};

/// The label of the skeleton among the products of a scene. The names of skeleton files usually end with it, too.
const LABEL: &str = ".skeleton";

/// Returns the skeleton that the parameter names; `None` if the name is empty.
pub(crate) fn named_skeleton(name: &str, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>> {
    if name.is_empty() {
        return Ok(None);
    }
    let (fact, help) = match SourcePath::new(name.trim_start_matches('/')) {
        Ok(path) => match ctx.value::<Skeleton>(path.as_str()) {
            Ok(skeleton) => return Ok(Some(skeleton)),
            Err(error) => {
                let help = failed_asset(&error).unwrap_or_else(|| {
                    let near = similar_skeleton(&error, path.as_str(), ctx);
                    similar_asset(near, "set `skeleton` to the name of a skeleton in this project")
                });
                (error.to_string(), help)
            }
        },
        Err(error) => (error.to_string(), "set `skeleton` to the name of a skeleton in this project".to_owned()),
    };
    Err(ctx.fail(Diagnostic::error(codes::SAMPLED_SKELETON, fact).of_parameter("skeleton").help(help)))
}

/// Returns the name of the skeleton that the user probably meant by the name of an asset that does not exist or is no skeleton:
/// the skeleton of the asset with this name or a similar one, or else a skeleton with a similar name.
pub(crate) fn similar_skeleton(error: &AssetError, name: &str, ctx: &mut ProcessContext<'_>) -> Option<String> {
    let (AssetError::Missing { .. } | AssetError::OtherType { .. }) = error else { return None };
    let stem = name.strip_suffix(LABEL).unwrap_or(name);
    let labelled = |asset: String| format!("{asset}{LABEL}");
    let near = ctx.nearest_asset(stem).map(labelled);
    let likely = [Some(labelled(stem.to_owned())), near, ctx.nearest_asset(name)];
    let is_skeleton = |likely: &String| likely != name && ctx.refer(likely, &[ValueType::of::<Skeleton>()]).is_ok();
    likely.into_iter().flatten().find(is_skeleton)
}
