//! Texture coordinates for one use of textures, such as `LayerElementBumpUV`. Autodesk's FBX SDK reads them like other texture
//! coordinate sets, but ufbx does not read them.
//!
//! Files usually repeat the coordinates of the diffuse texture, under the same name. A set with a different name is a further
//! set of its mesh.

use std::borrow::Cow;
use std::collections::BTreeSet;

use memchr::memmem::find_iter;

use super::load::is_binary;
use super::records::{Record, Records};
use crate::scenes::fbx_shared::transfer::number;

/// The beginning and the end of the name of a record with texture coordinates. The use is between them.
const BEGIN: &[u8] = b"LayerElement";
const END: &[u8] = b"UV";
/// The length of the name without a use.
const PLAIN_LENGTH: u8 = 14;
/// The names of records that contain a mesh, in text files.
const MESHES: [&[u8]; 2] = [b"Model: ", b"Geometry: "];

/// Returns the file with plain names for the sets that ufbx would not read. The length and the places of all records stay the
/// same.
pub(super) fn with_plain_names(bytes: &[u8]) -> Cow<'_, [u8]> {
    let records = Records::of_file(bytes);
    let sets = match records {
        Some(records) => binary_sets(records).unwrap_or_default(),
        None if is_binary(bytes) => Vec::new(),
        None => text_sets(bytes),
    };
    if sets.iter().all(|set| set.usage.is_empty()) {
        return Cow::Borrowed(bytes);
    }
    let key = |set: &Set<'_>| (set.mesh, set.name.to_vec());
    let mut known: BTreeSet<_> = sets.iter().filter(|set| set.usage.is_empty()).map(key).collect();
    let mut plain = bytes.to_vec();
    for set in sets.iter().filter(|set| !set.usage.is_empty()) {
        if known.insert(key(set)) {
            match records {
                Some(records) => rename_binary(&mut plain, set, records.width()),
                None => rename_text(&mut plain, set),
            }
        }
    }
    Cow::Owned(plain)
}

/// A set of texture coordinates in a file.
struct Set<'a> {
    /// The position of its record's name.
    at: usize,
    /// The use of the textures, such as `Bump`; empty for a set that ufbx reads.
    usage: &'a [u8],
    /// The name of the set.
    name: &'a [u8],
    /// A number for its mesh.
    mesh: usize,
    /// The length of the record's values in a binary file, in bytes.
    values: usize,
}

/// Gives the record the plain name. White space before a name has no meaning.
fn rename_text(text: &mut [u8], set: &Set<'_>) {
    let (spaces, name) = text[set.at..].split_at_mut(set.usage.len());
    spaces.fill(b' ');
    name[..BEGIN.len()].copy_from_slice(BEGIN);
    name[BEGIN.len()..][..END.len()].copy_from_slice(END);
}

/// Gives the record the plain name, and moves its values to the end of this name. The bytes after them then also count as values,
/// and no reader reads more values than the record states.
fn rename_binary(bytes: &mut [u8], set: &Set<'_>, width: usize) {
    let to = set.at + usize::from(PLAIN_LENGTH);
    let from = to + set.usage.len();
    bytes[set.at - 1] = PLAIN_LENGTH;
    bytes[to - END.len()..to].copy_from_slice(END);
    bytes.copy_within(from..from + set.values, to);
    let length = (set.values + set.usage.len()) as u64;
    bytes[set.at - 1 - width..set.at - 1].copy_from_slice(&length.to_le_bytes()[..width]);
}

/// Returns the sets of a binary file; `None` if the file is malformed.
fn binary_sets(mut records: Records<'_>) -> Option<Vec<Set<'_>>> {
    let mut sets = Vec::new();
    while let Some(record) = records.next_record()? {
        if record.name == b"Objects" {
            let mut objects = record.children;
            while let Some(object) = objects.next_record()? {
                if matches!(object.name, b"Model" | b"Geometry") {
                    add_sets(object, &mut sets)?;
                }
            }
        }
    }
    Some(sets)
}

fn add_sets<'a>(mesh: Record<'a>, sets: &mut Vec<Set<'a>>) -> Option<()> {
    let mut parts = mesh.children;
    while let Some(part) = parts.next_record()? {
        let Some(usage) = part.name.strip_prefix(BEGIN).and_then(|kind| kind.strip_suffix(END)) else { continue };
        let (mut name, mut children) = (&b""[..], part.children);
        while let Some(child) = children.next_record()? {
            if let (b"Name", Some(text)) = (child.name, text(child.values)) {
                name = text;
            }
        }
        sets.push(Set { at: part.name_at, usage, name, mesh: mesh.name_at, values: part.values.len() });
    }
    Some(())
}

/// Returns the first of a record's values, if it is a text.
fn text(values: &[u8]) -> Option<&[u8]> {
    let rest = values.strip_prefix(b"S")?;
    rest.get(4..4_usize.checked_add(number(rest, 0, 4)?)?)
}

fn text_sets(bytes: &[u8]) -> Vec<Set<'_>> {
    let starts: Vec<usize> = find_iter(bytes, BEGIN).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let mut meshes: Vec<usize> = MESHES.iter().flat_map(|name| find_iter(bytes, *name)).collect();
    meshes.sort_unstable();
    let mesh = |at: usize| meshes.partition_point(|mesh| *mesh < at);
    starts.iter().zip(ends).filter_map(|(&at, end)| text_set(at, mesh(at), &bytes[at..end])).collect()
}

/// Returns the set that a record describes; `None` for other records, and for text that only mentions such a record.
fn text_set(at: usize, mesh: usize, record: &[u8]) -> Option<Set<'_>> {
    let kind = record.strip_prefix(BEGIN)?;
    let length = kind.iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
    let (kind, rest) = kind.split_at(length);
    let usage = kind.strip_suffix(END)?;
    let rest = rest.strip_prefix(b":")?;
    let quoted = find_iter(rest, b"Name:").next().and_then(|name| rest[name..].split(|byte| *byte == b'"').nth(1));
    Some(Set { at, usage, name: quoted.unwrap_or_default(), mesh, values: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text with a record for each kind of set, with the name of the set.
    fn text(sets: &[(&str, &str)]) -> String {
        let record = |(kind, name): &(&str, &str)| {
            format!("  LayerElement{kind}UV: 0 {{\n    Version: 101\n    Name: \"{name}\"\n    UV: 0,1\n  }}\n")
        };
        let records: String = sets.iter().map(record).collect();
        format!("Model: \"Model::A\", \"Mesh\" {{\n{records}  Layer: 0 {{ Type: \"LayerElementBumpUV\" }}\n}}\n")
    }

    /// Returns the kinds of sets after the names were made plain.
    fn plain(text: &str) -> Vec<String> {
        let plain = with_plain_names(text.as_bytes());
        assert_eq!(plain.len(), text.len());
        assert_eq!(plain.split(|byte| *byte == b'\n').count(), text.lines().count() + 1);
        text_sets(&plain).iter().map(|set| String::from_utf8(set.usage.to_vec()).unwrap()).collect()
    }

    #[test]
    fn only_sets_with_new_names_become_plain() {
        assert_eq!(plain(&text(&[("", "map1"), ("Bump", "map1"), ("Specular", "map1")])), ["", "Bump", "Specular"]);
        assert_eq!(plain(&text(&[("Bump", "a"), ("", "a"), ("Emissive", "b")])), ["Bump", "", ""]);
        assert_eq!(plain(&text(&[("", "a"), ("Emissive", "b"), ("Ambient", "b")])), ["", "", "Ambient"]);
        // Each mesh has its own sets.
        let two = text(&[("", "a"), ("Emissive", "b")]) + &text(&[("Emissive", "b")]);
        assert_eq!(plain(&two), ["", "", ""]);
    }

    #[test]
    fn files_without_such_sets_and_binary_files_stay_the_same() {
        let texts = [text(&[("", "a"), ("", "b")]), format!("Kaydara FBX Binary {}", text(&[("Bump", "a")]))];
        assert!(texts.iter().all(|text| matches!(with_plain_names(text.as_bytes()), Cow::Borrowed(_))));
        // Damaged records do no harm.
        let whole = text(&[("", "a"), ("Emissive", "b")]);
        (0..whole.len()).for_each(|length| drop(with_plain_names(&whole.as_bytes()[..length])));
    }
}
