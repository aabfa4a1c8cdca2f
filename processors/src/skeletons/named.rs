//! The parameter `skeleton` of processors that make clips, and the key `skeleton` of their parameter `root_motion`.

use std::sync::Arc;

use rigmill_format::Skeleton;
use rigmill_pipeline::{Diagnostic, ProcessContext, SourcePath, ValueType};

use crate::codes;
use crate::report::{Result, Setting, Wanted, meant_asset, similar_asset, with_remedy};

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
    const OTHERWISE: &str = "set `skeleton` to the name of a skeleton in this project";
    let error = |fact: &dyn ToString| Diagnostic::error(codes::SAMPLED_SKELETON, fact.to_string());
    let diagnostic = match SourcePath::new(name.trim_start_matches('/')) {
        Ok(path) => match ctx.value::<Skeleton>(path.as_str()) {
            Ok(skeleton) => return Ok(Some(skeleton)),
            Err(cause) => with_remedy(error(&cause), &cause, || {
                let near = meant_asset(&cause, path.as_str(), Wanted::new(&[ValueType::of::<Skeleton>()]), ctx);
                similar_asset(near, OTHERWISE)
            }),
        },
        Err(cause) => error(&cause).help(OTHERWISE),
    };
    Err(ctx.fail(setting.cause(diagnostic)))
}
