//! The parameter `skeleton` of processors that make clips, and the key `skeleton` of their parameter `root_motion`.

use std::sync::Arc;

use rigmill_format::Skeleton;
use rigmill_pipeline::{Diagnostic, ProcessContext, SourcePath, ValueType};

use crate::codes;
use crate::report::{Result, Setting, Wanted, failed_asset, meant_asset, similar_asset};

/// Returns the skeleton that the parameter names; `None` if the name is empty.
pub(crate) fn named_skeleton(name: &str, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>> {
    set_skeleton(name, Setting::parameter("skeleton"), ctx)
}

/// Returns the skeleton whose name is set in the manifest; `None` if the name is empty.
pub(crate) fn set_skeleton(
    name: &str,
    setting: Setting,
    ctx: &mut ProcessContext<'_>,
) -> Result<Option<Arc<Skeleton>>> {
    if name.is_empty() {
        return Ok(None);
    }
    let (fact, help) = match SourcePath::new(name.trim_start_matches('/')) {
        Ok(path) => match ctx.value::<Skeleton>(path.as_str()) {
            Ok(skeleton) => return Ok(Some(skeleton)),
            Err(error) => {
                let help = failed_asset(&error).unwrap_or_else(|| {
                    let near = meant_asset(&error, path.as_str(), Wanted::of(&[ValueType::of::<Skeleton>()]), ctx);
                    similar_asset(near, "set `skeleton` to the name of a skeleton in this project")
                });
                (error.to_string(), help)
            }
        },
        Err(error) => (error.to_string(), "set `skeleton` to the name of a skeleton in this project".to_owned()),
    };
    Err(ctx.fail(setting.cause(Diagnostic::error(codes::SAMPLED_SKELETON, fact).help(help))))
}
