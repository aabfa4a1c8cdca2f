//! Breath and spring bones, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{BreathView, ContentType, SpringBonesView, SpringChainView, SpringColliderView};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct BreathJson<'a> {
    r#type: &'static str,
    content_version: u16,
    duration_rate: f32,
    effect_rate: f32,
    right: [f32; 3],
    phases: Vec<PhaseJson>,
    bones: Vec<TurnJson<'a>>,
    keep: Vec<&'a str>,
}

#[derive(Serialize)]
struct PhaseJson {
    name: &'static str,
    duration: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    easing: Option<&'static str>,
}

#[derive(Serialize)]
struct TurnJson<'a> {
    name: &'a str,
    angles: [f32; 2],
}

const PHASES: [&str; 2] = ["inhale", "exhale"];

impl<'a> BreathJson<'a> {
    pub(super) fn of(content_version: u16, breath: BreathView<'a>) -> Self {
        let phases = PHASES.into_iter().zip(breath.phases());
        let phase = |(name, phase): (_, rigmill_format::BreathPhase)| PhaseJson {
            name,
            duration: phase.duration,
            easing: Some(phase.easing.name()),
        };
        let rest = PhaseJson { name: "rest", duration: breath.rest(), easing: None };
        Self {
            r#type: ContentType::Breath.name(),
            content_version,
            duration_rate: breath.duration_rate(),
            effect_rate: breath.effect_rate(),
            right: breath.right(),
            phases: phases.map(phase).chain([rest]).collect(),
            bones: breath.turns().map(|(name, angles)| TurnJson { name, angles }).collect(),
            keep: breath.keeps().collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct SpringBonesJson<'a> {
    r#type: &'static str,
    content_version: u16,
    rate: f32,
    chains: Vec<ChainJson<'a>>,
    colliders: Vec<ColliderJson<'a>>,
}

#[derive(Serialize)]
struct ChainJson<'a> {
    root: &'a str,
    exclude: Vec<&'a str>,
    damping: f32,
    elasticity: f32,
    stiffness: f32,
    inertia: f32,
    radius: f32,
    end_length: f32,
    end_offset: [f32; 3],
    gravity: [f32; 3],
    force: [f32; 3],
}

#[derive(Serialize)]
struct ColliderJson<'a> {
    bone: &'a str,
    center: [f32; 3],
    radius: f32,
    height: f32,
    axis: &'static str,
    bound: &'static str,
}

impl<'a> SpringBonesJson<'a> {
    pub(super) fn of(content_version: u16, springs: SpringBonesView<'a>) -> Self {
        Self {
            r#type: ContentType::SpringBones.name(),
            content_version,
            rate: springs.rate(),
            chains: springs.chains().map(|chain| chain_json(&chain)).collect(),
            colliders: springs.colliders().map(|collider| collider_json(&collider)).collect(),
        }
    }
}

fn chain_json<'a>(chain: &SpringChainView<'a>) -> ChainJson<'a> {
    let settings = chain.settings();
    ChainJson {
        root: chain.root(),
        exclude: chain.exclude().collect(),
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

fn collider_json<'a>(collider: &SpringColliderView<'a>) -> ColliderJson<'a> {
    ColliderJson {
        bone: collider.bone(),
        center: collider.center(),
        radius: collider.radius(),
        height: collider.height(),
        axis: axis_name(collider),
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
    for (bone, [inhale, exhale]) in breath.turns() {
        let _ = writeln!(text, "  {:<24} {inhale:>8} {exhale:>8}", format!("{bone:?}"));
    }
    for bone in breath.keeps() {
        let _ = writeln!(text, "  {:<24} keeps its rotation", format!("{bone:?}"));
    }
    text
}

pub(super) fn spring_table(springs: SpringBonesView<'_>) -> String {
    let mut text = format!("\n{} updates a second\n", springs.rate());
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
