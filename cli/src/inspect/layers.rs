//! Breath and spring bones, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{BreathView, ContentType, SpringBonesView, SpringChainView, SpringColliderView};
use serde::Serialize;

use crate::output::object::object;

const PHASES: [&str; 2] = ["inhale", "exhale"];

pub(super) fn breath_json(version: u16, breath: BreathView<'_>) -> impl Serialize {
    let phase = |name, duration, easing| object! { name: name, duration: duration; easing: easing };
    let phases = PHASES.into_iter().zip(breath.phases());
    let phases = phases.map(|(name, it)| phase(name, it.duration, Some(it.easing.name())));
    object! {
        r#type: ContentType::Breath.name(),
        content_version: version,
        duration_rate: breath.duration_rate(),
        effect_rate: breath.effect_rate(),
        right: breath.right(),
        phases: phases.chain([phase("rest", breath.rest(), None)]).collect::<Vec<_>>(),
        bones: breath.rotations().map(|(name, angles)| object! { name: name, angles: angles }).collect::<Vec<_>>(),
        keep: breath.keeps().collect::<Vec<_>>(),
    }
}

pub(super) fn spring_bones_json(version: u16, springs: SpringBonesView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::SpringBones.name(),
        content_version: version,
        rate: springs.rate(),
        chains: springs.chains().map(chain).collect::<Vec<_>>(),
        colliders: springs.colliders().map(collider).collect::<Vec<_>>(),
    }
}

fn chain(chain: SpringChainView<'_>) -> impl Serialize {
    let settings = chain.settings();
    object! {
        root: chain.root(),
        exclude: chain.exclude().collect::<Vec<_>>(),
        damping: settings.damping,
        elasticity: settings.elasticity,
        stiffness: settings.stiffness,
        inertia: settings.inertia,
        radius: settings.radius,
        end_length: settings.end_length,
        end_offset: settings.end_offset,
        gravity: settings.gravity,
        force: settings.force,
    }
}

fn collider(collider: SpringColliderView<'_>) -> impl Serialize {
    object! {
        bone: collider.bone(),
        center: collider.center(),
        radius: collider.radius(),
        height: collider.height(),
        axis: axis_name(&collider),
        bound: collider.bound().name(),
    }
}

fn axis_name(collider: &SpringColliderView<'_>) -> &'static str {
    match collider.axis() {
        0 => "x",
        1 => "y",
        _ => "z",
    }
}

pub(super) fn breath_table(breath: BreathView<'_>) -> String {
    let mut text = format!("\ndurations x {}, angles x {}\n", breath.duration_rate(), breath.effect_rate());
    for (name, phase) in PHASES.into_iter().zip(breath.phases()) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {name:<8} {:>6} s  {}", phase.duration, phase.easing.name());
    }
    let _ = writeln!(text, "  rest     {:>6} s", breath.rest());
    let _ = writeln!(text, "\n  {:<24} {:>8} {:>8}", "degrees", "inhale", "exhale");
    for (bone, [inhale, exhale]) in breath.rotations() {
        let _ = writeln!(text, "  {:<24} {inhale:>8} {exhale:>8}", format!("{bone:?}"));
    }
    for bone in breath.keeps() {
        let _ = writeln!(text, "  {:<24} keeps its rotation", format!("{bone:?}"));
    }
    text
}

pub(super) fn spring_table(springs: SpringBonesView<'_>) -> String {
    let mut text = format!("\n{} updates per second\n", springs.rate());
    for chain in springs.chains() {
        let s = chain.settings();
        let _ = write!(text, "  chain {:?}: damping {}, elasticity {}, ", chain.root(), s.damping, s.elasticity);
        let _ = write!(text, "stiffness {}, inertia {}, radius {}", s.stiffness, s.inertia, s.radius);
        let excluded = chain.exclude().map(|bone| format!(", without {bone:?}")).collect::<String>();
        text = text + &excluded + "\n";
    }
    for collider in springs.colliders() {
        let kind = if collider.height() > 2.0 * collider.radius() { "capsule" } else { "sphere" };
        let bound = collider.bound().name();
        let _ = writeln!(text, "  {kind} of {} on {:?}, bones {bound}", collider.radius(), collider.bone());
    }
    text
}
