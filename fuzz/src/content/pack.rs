//! Reads packs in every way.

use rigmill_format::pack::{PackError, PackKind};
use rigmill_runtime::Content;
use rigmill_runtime::content::{AlignedBytes, Pack};

use crate::target::{Reader, look};
use crate::trace::Trace;

/// The maximum number of entries that are loaded.
const LOADED: usize = 64;

/// A pack in memory.
pub(crate) struct PackFile;

impl Reader for PackFile {
    fn read(&self, bytes: &[u8], _choices: u64, trace: &mut Trace) {
        trace.reach("open");
        let pack = match Pack::from_bytes(AlignedBytes::from_slice(bytes)) {
            Ok(pack) => pack,
            Err(error) => return trace.report(&kind(&error)),
        };
        trace.reach("verify");
        match pack.verify() {
            Ok(_) => trace.accepted = true,
            Err(error) => trace.report(&kind(&error)),
        }
        trace.reach("entries");
        let names: Vec<String> = match pack.entries() {
            Ok(entries) => entries
                .into_values()
                .take(LOADED)
                .filter_map(|entry| {
                    look(pack.file(entry.name));
                    matches!(entry.kind, PackKind::Content(_)).then(|| entry.name.to_owned())
                })
                .collect(),
            Err(error) => return trace.report(&kind(&error)),
        };
        trace.reach("load");
        let content = Content::from_source(pack);
        names.iter().for_each(|name| look(content.content_type(name)));
        names.iter().for_each(|name| look(content.load::<rigmill_runtime::content::AnimationSequence>(name)));
    }
}

/// Returns the kind of an error without any name in it.
fn kind(error: &std::io::Error) -> String {
    match error.get_ref().and_then(|it| it.downcast_ref()) {
        Some(PackError::Entry { what, .. } | PackError::Damaged { what }) => (*what).to_owned(),
        _ => error.kind().to_string(),
    }
}
