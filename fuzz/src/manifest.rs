//! [`ManifestText`]: reads `rigmill.toml`.

use rigmill_graph::Manifest;
use rigmill_pipeline::SourcePath;

use crate::target::{Reader, look};
use crate::trace::Trace;

/// Parses a manifest, and applies its rules to a few sources.
pub(crate) struct ManifestText;

impl Reader for ManifestText {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("parse");
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        match Manifest::parse(text) {
            Err(diagnostics) => assert!(trace.report_all(&diagnostics), "a manifest was refused without an error"),
            Ok(manifest) => {
                trace.accepted = true;
                apply(&manifest);
            }
        }
    }
}

fn apply(manifest: &Manifest) {
    for path in ["Models/Grund.fbx", "a/b/c/d.Animation", "x.png"] {
        let Ok(path) = SourcePath::new(path) else { continue };
        for rule in manifest.rules.all() {
            look(rule.applies_to(&path, "native"));
        }
    }
}
