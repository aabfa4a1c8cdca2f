//! [`Outline`]: what the headers of a binary file's records say, without their values.

use super::records::{Record, Records};

/// The start of a node in the file: the length of its record's name, and the name. Other data may also contain these bytes.
const NODE: &[u8] = b"\x05Model";
/// The start of a record with user data of vertices, which ufbx does not read. In binary files, the length of the name comes
/// before it; in text files, a colon follows it.
const VERTEX_DATA: [&[u8]; 2] = [b"\x14LayerElementUserData", b"LayerElementUserData:"];

/// Information about a file that ufbx does not return, or returns too late.
pub(super) struct Outline {
    /// The number of nodes, or a larger number.
    pub(super) nodes: u64,
    /// The number of lists of user data of vertices.
    pub(super) vertex_data: usize,
    /// Whether a node may have a geometric transform.
    pub(super) may_move_geometry: bool,
}

impl Outline {
    /// Goes from record to record in a binary file. In other files, searches all bytes.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut outline = Self { nodes: 0, vertex_data: 0, may_move_geometry: false };
        let is_walked = Records::of_file(bytes).and_then(|records| outline.add_file(records));
        if is_walked.is_some() { outline } else { Self::searched(bytes) }
    }

    fn searched(bytes: &[u8]) -> Self {
        let count = |part: &[u8]| memchr::memmem::find_iter(bytes, part).count();
        let nodes = if bytes.starts_with(b"Kaydara FBX Binary") { count(NODE) } else { 0 };
        Self {
            nodes: nodes as u64,
            vertex_data: VERTEX_DATA.iter().map(|part| count(part)).sum(),
            may_move_geometry: true,
        }
    }

    /// Returns `None` if the file is malformed.
    fn add_file(&mut self, mut records: Records<'_>) -> Option<()> {
        while let Some(record) = records.next_record()? {
            match record.name {
                b"Objects" => self.add_objects(record.children)?,
                b"Definitions" => self.add_properties(record.children, 4)?,
                _ => {}
            }
        }
        Some(())
    }

    fn add_objects(&mut self, mut objects: Records<'_>) -> Option<()> {
        while let Some(object) = objects.next_record()? {
            if !matches!(object.name, b"Model" | b"Geometry") {
                continue;
            }
            self.nodes += u64::from(object.name == b"Model");
            let mut parts = object.children;
            while let Some(part) = parts.next_record()? {
                match part.name {
                    b"LayerElementUserData" => self.vertex_data += 1,
                    b"Properties70" | b"Properties60" => self.add_properties(part.children, 1)?,
                    _ => {}
                }
            }
        }
        Some(())
    }

    /// Searches properties for geometric transforms, up to `levels` levels deep.
    fn add_properties(&mut self, mut records: Records<'_>, levels: u32) -> Option<()> {
        while let Some(record) = records.next_record()? {
            match record.name {
                b"P" | b"Property" => self.may_move_geometry |= record.moves_geometry(),
                _ if levels > 1 => self.add_properties(record.children, levels - 1)?,
                _ => {}
            }
        }
        Some(())
    }
}

impl Record<'_> {
    /// Returns whether the record is a property `GeometricTranslation`, `GeometricRotation` or `GeometricScaling` that may have
    /// an effect.
    fn moves_geometry(&self) -> bool {
        let Some([b'S', l0, l1, 0, 0, text @ ..]) = self.values.get(..) else { return true };
        let length = usize::from(u16::from_le_bytes([*l0, *l1]));
        let Some(rest) = text.strip_prefix(b"Geometric") else { return false };
        let nothing = if rest.starts_with(b"Scaling") { 1.0_f64 } else { 0.0 };
        let Some(numbers) = text.get(length..).and_then(|rest| rest.last_chunk::<27>()) else { return true };
        let does_nothing = |number: &[u8]| number[0] == b'D' && number[1..] == nothing.to_le_bytes();
        !numbers.chunks_exact(9).all(does_nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a record of version 7.4 for a position in a file.
    fn record(at: usize, name: &[u8], values: &[u8], children: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
        let inner = at + 13 + name.len() + values.len();
        let below = children(inner);
        let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        let head = [number(inner + below.len()), number(1), number(values.len())].concat();
        [&head, &[u8::try_from(name.len()).unwrap()][..], name, values, &below].concat()
    }

    fn property(name: &[u8], numbers: [f64; 3]) -> Vec<u8> {
        let text = |text: &[u8]| [b"S", &u32::try_from(text.len()).unwrap().to_le_bytes()[..], text].concat();
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| [&b"D"[..], &number.to_le_bytes()].concat()).collect();
        [text(name), text(b"Vector3D"), text(b"Vector"), text(b"A"), numbers].concat()
    }

    /// Returns a file of a node with a list of user data and a property.
    fn file(name: &[u8], numbers: [f64; 3]) -> Vec<u8> {
        let head = b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0";
        let values = property(name, numbers);
        let node = |at| {
            let data = record(at, b"LayerElementUserData", b"", |_| Vec::new());
            let list = |at| record(at, b"P", &values, |_| Vec::new());
            [data.clone(), record(at + data.len(), b"Properties70", b"", list)].concat()
        };
        let objects = record(head.len(), b"Objects", b"", |at| record(at, b"Model", b"", node));
        [&head[..], &objects, &[0; 13]].concat()
    }

    #[test]
    fn records_are_counted_and_geometric_transforms_found() {
        let outline = |name: &[u8], numbers| {
            let Outline { nodes, vertex_data, may_move_geometry } = Outline::new(&file(name, numbers));
            assert_eq!((nodes, vertex_data), (1, 1));
            may_move_geometry
        };
        assert!(!outline(b"Lcl Translation", [1.0; 3]));
        assert!(!outline(b"GeometricTranslation", [0.0; 3]) && outline(b"GeometricTranslation", [0.0, 0.0, 1.0]));
        assert!(!outline(b"GeometricScaling", [1.0; 3]) && outline(b"GeometricScaling", [1.0, 2.0, 1.0]));
        assert!(outline(b"GeometricRotation", [-0.0; 3]), "in doubt");
    }

    /// A geometric transform may also be a default of all nodes, in the template of the file's definitions.
    #[test]
    fn templates_are_looked_at() {
        let file = |numbers| {
            let head = b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0";
            let values = property(b"GeometricTranslation", numbers);
            let list = |at| record(at, b"P", &values, |_| Vec::new());
            let template = |at| record(at, b"Properties70", b"", list);
            let of_type = |at| record(at, b"PropertyTemplate", b"", template);
            let definitions = |at| record(at, b"ObjectType", b"", of_type);
            [&head[..], &record(head.len(), b"Definitions", b"", definitions), &[0; 13]].concat()
        };
        assert!(!Outline::new(&file([0.0; 3])).may_move_geometry);
        assert!(Outline::new(&file([0.0, 2.0, 0.0])).may_move_geometry);
    }

    #[test]
    fn other_files_are_searched() {
        let whole = file(b"Lcl Scaling", [1.0; 3]);
        let cut = Outline::new(&whole[..whole.len() - 20]);
        assert_eq!((cut.nodes, cut.vertex_data, cut.may_move_geometry), (1, 1, true));
        let text = Outline::new(b"; FBX 7.4.0 project file\nObjects: { Geometry: 1 { LayerElementUserData: 0 { } } }");
        assert_eq!((text.nodes, text.vertex_data, text.may_move_geometry), (0, 1, true));
        for length in 0..whole.len() {
            let _ = Outline::new(&whole[..length]);
        }
    }
}
