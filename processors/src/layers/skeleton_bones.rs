//! [`check_bones`]: checks the bones of a pose layer.

use rigmill_dom::Located;
use rigmill_format::Skeleton;
use rigmill_pipeline::{Diagnostic, ProcessContext, ValueType};

use crate::codes;
use crate::report::{location, similar_name};

/// Warns about bones that the skeleton does not have. A layer names no skeleton, so this is the skeleton with the layer's own
/// name: `Models/Grund.skeleton` for `Models/Grund.breath`. Without such a skeleton, nothing is checked.
pub(super) fn check_bones<'b>(bones: impl IntoIterator<Item = &'b Located<String>>, ctx: &mut ProcessContext<'_>) {
    let name = ctx.asset().rsplit_once('.').map_or(ctx.asset(), |(name, _)| name);
    let name = format!("{name}.skeleton");
    if !ctx.has_product(&name, &[ValueType::of::<Skeleton>()]) {
        return;
    }
    let Ok(skeleton) = ctx.value::<Skeleton>(&name) else { return };
    let known = || skeleton.bones.iter().map(|bone| bone.name.as_str());
    for bone in bones.into_iter().filter(|bone| known().all(|it| it != bone.value)) {
        let message = format!("the skeleton `{name}` has no bone {:?}", bone.value);
        let help = similar_name(&bone.value, known(), "write the name of a bone in this skeleton");
        ctx.report(Diagnostic::warning(codes::POSE_LAYER_BONE, message).at(location(bone.position)).help(help));
    }
}
