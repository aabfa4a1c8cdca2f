//! What cameras and lights of all formats have in common.

use rigmill_dom::{NodeKind, Scene};

pub(crate) const CAMERAS: [&str; 2] = ["camera", "cameras"];
pub(crate) const LIGHTS: [&str; 2] = ["light", "lights"];

/// The entries of a list that are there and keep their rules. With the others, a fact and what to do about it.
pub(crate) fn take_valid<T>(
    list: Vec<Option<T>>,
    is_valid: impl Fn(&T) -> bool,
    [one, many]: [&str; 2],
) -> (Vec<T>, Option<(String, &'static str)>) {
    let count = list.len();
    let valid: Vec<T> = list.into_iter().flatten().filter(is_valid).collect();
    let lost = count - valid.len();
    let what = if lost == 1 { format!("{one} is") } else { format!("{many} are") };
    let fact = format!("{lost} {what} left out: a number is out of range, or a kind or index unknown");
    (valid, (lost > 0).then_some((fact, "fix the numbers in the modelling program and export again")))
}

/// Makes the nodes of cameras and lights bones, as empty nodes are.
pub(crate) fn make_bones(scene: &mut Scene) {
    let carriers = scene.cameras.iter().map(|camera| camera.node).chain(scene.lights.iter().map(|light| light.node));
    for node in carriers {
        let kind = &mut scene.nodes[node as usize].kind;
        if matches!(kind, NodeKind::Camera | NodeKind::Light) {
            *kind = NodeKind::Empty;
        }
    }
}
