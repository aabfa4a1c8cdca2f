//! Cameras, lights, levels of detail and properties of a model, for people.

use std::fmt::Write;

use rigmill_format::{Carrier, ModelView, Projection};

use crate::output::printable::{escaped, quoted};

/// A table for each kind that the model has; empty for none.
pub(super) fn part_tables(model: ModelView<'_>) -> String {
    let mut text = String::new();
    heading(&mut text, model.cameras().len(), "cameras");
    for camera in model.cameras() {
        let (name, place) = (quoted(camera.name()), place(model, &camera.carrier()));
        let _ = writeln!(text, "  {name:<24} {}  {place}", projection(camera.projection()));
    }
    heading(&mut text, model.lights().len(), "lights");
    for light in model.lights() {
        let (name, place) = (quoted(light.name()), place(model, &light.carrier()));
        let (kind, color, intensity, unit) = (light.kind().name(), light.color(), light.intensity(), light.unit());
        let _ = writeln!(text, "  {name:<24} {kind} {color:?} x {intensity} {}  {place}", unit.name());
    }
    heading(&mut text, model.level_groups().len(), "groups of levels of detail");
    for group in model.level_groups() {
        let _ = writeln!(text, "  {:<24} by {}", quoted(group.name()), group.measure().name());
        for level in group.levels() {
            let _ = writeln!(text, "    from {}: meshes {:?}", level.threshold, level.meshes);
        }
    }
    let properties = model.properties();
    heading(&mut text, properties.iter().count(), "parts with properties");
    for (owner, values) in properties.iter() {
        let names: Vec<String> = values.fields().map(|(name, _)| escaped(name).to_string()).collect();
        let _ = writeln!(text, "  {} {}: {}", owner.kind.name(), owner.index, names.join(", "));
    }
    text
}

fn heading(text: &mut String, count: usize, what: &str) {
    if count > 0 {
        let _ = writeln!(text, "\n{count} {what}");
    }
}

fn place(model: ModelView<'_>, carrier: &Carrier) -> String {
    match carrier.bone.and_then(|bone| model.bone(bone as usize)) {
        Some(bone) => format!("on {}", quoted(bone.name())),
        None => "on no bone".to_owned(),
    }
}

fn projection(projection: Projection) -> String {
    match projection {
        Projection::Perspective { y_fov, near, far, .. } => {
            format!("perspective, {} degrees, {near} to {far}", y_fov.to_degrees())
        }
        Projection::Orthographic { x_mag, y_mag, near, far } => {
            format!("orthographic, {} x {}, {near} to {far}", 2.0 * x_mag, 2.0 * y_mag)
        }
    }
}
