//! The parameter `skeleton` of processors that make clips.

use std::sync::Arc;

use rigmill_format::Skeleton;
use rigmill_pipeline::{AssetError, Diagnostic, ProcessContext, SourcePath};

use crate::codes;
use crate::report::{Result, parameter, similar_asset};

/// Returns the skeleton that the parameter names; `None` if the name is empty.
pub(crate) fn named_skeleton(name: &str, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>> {
    if name.is_empty() {
        return Ok(None);
    }
    let (fact, help) = match SourcePath::new(name.trim_start_matches('/')) {
        Ok(path) => match ctx.value::<Skeleton>(path.as_str()) {
            Ok(skeleton) => return Ok(Some(skeleton)),
            Err(error) => {
                let is_missing = matches!(error, AssetError::Missing { .. });
                let near = ctx.nearest_asset(path.as_str()).filter(|_| is_missing);
                (error.to_string(), similar_asset(near, "name a Skeleton of this project"))
            }
        },
        Err(error) => (error.to_string(), "name an asset of this project".to_owned()),
    };
    Err(ctx.fail(Diagnostic::error(codes::SAMPLED_SKELETON, parameter("skeleton", fact)).help(help)))
}
