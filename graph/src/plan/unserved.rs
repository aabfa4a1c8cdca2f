//! Warns about writers in rules that write for none of the project's targets.

use std::collections::BTreeSet;

use rigmill_pipeline::{Diagnostic, Registry, codes};

use crate::project::{Manifest, Rule, in_manifest};

/// Returns a warning for each rule whose writer writes for none of the targets that the rule applies to. Such a target uses its
/// default writer. The targets are those of the manifest, and those that are built.
pub(super) fn unserved_writers(manifest: &Manifest, registry: &Registry, built: &[&str]) -> Vec<Diagnostic> {
    let of_manifest = manifest.targets.iter().map(|target| target.value.as_str());
    let targets: BTreeSet<&str> = of_manifest.chain(built.iter().copied()).collect();
    let warning = |rule: &Rule| {
        let writer = rule.writer.as_ref()?;
        let applies =
            |target: &&str| rule.targets.as_ref().is_none_or(|only| only.iter().any(|it| it.value == **target));
        let targets: Vec<&str> = targets.iter().copied().filter(applies).collect();
        let written = registry.writers().filter(|it| it.id().name == writer.value.as_str()).map(|it| it.target());
        let written: BTreeSet<&str> = written.collect();
        if written.is_empty() || targets.is_empty() || targets.iter().any(|target| written.contains(target)) {
            return None;
        }
        let [written, targets] = [written.into_iter().collect::<Vec<_>>(), targets].map(|names| names.join(", "));
        let message = format!(
            "the writer `{}` is not used: it supports only the target {written}, but the project is built only for {targets}",
            writer.value
        );
        let help = format!(
            "to use the writer, add {written} to `targets` under [project], or use --target; otherwise, remove `writer` from the rule"
        );
        Some(in_manifest(codes::WRITER_UNUSED, message, writer.location.clone()).help(help))
    };
    manifest.rules.all().iter().filter_map(warning).collect()
}
