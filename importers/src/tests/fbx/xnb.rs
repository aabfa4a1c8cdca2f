//! Reads models that Microsoft's pipeline wrote. Supports only the parts of XNB that are needed for bones and triangles.

use std::fs;
use std::path::Path;

/// The parts of a model that the tests compare.
pub(super) struct XnbModel {
    pub(super) bones: Vec<XnbBone>,
    pub(super) meshes: Vec<XnbMesh>,
    /// The bounding sphere in the model's Tag: x, y, z, radius.
    #[allow(dead_code, reason = "of those who share this file, some compare bones and meshes alone")]
    pub(super) tag_sphere: Option<[f32; 4]>,
}

pub(super) struct XnbBone {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// Row by row, for row vectors.
    pub(super) local: [f32; 16],
}

pub(super) struct XnbMesh {
    pub(super) name: String,
    pub(super) bone: usize,
    /// The corners of the triangles, relative to the bone.
    pub(super) triangles: Vec<[[f32; 3]; 3]>,
}

struct Part {
    first_vertex: u32,
    first_index: u32,
    triangles: u32,
    vertices: u32,
    indices: u32,
}

/// Reads a model. Panics if the file does not contain one.
pub(super) fn model(path: &Path) -> XnbModel {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..6], b"XNBw\x05\x01");
    let mut reader = Reader { bytes: &bytes, at: 10 };
    let readers: Vec<String> = (0..reader.packed()).map(|_| reader.reader_name()).collect();
    let shared = reader.packed();
    assert!(reader.object(&readers).unwrap().contains("ModelReader"));
    let mut bones = reader.bones();
    reader.hierarchy(&mut bones);
    let meshes = reader.meshes(bones.len());
    reader.reference(bones.len());
    let tag_sphere = reader.tag(&readers);
    let resources: Vec<_> = (0..shared).map(|_| reader.resource(&readers)).collect();
    let triangles = |parts: &[Part]| parts.iter().flat_map(|part| part_triangles(part, &resources)).collect();
    let meshes = meshes.into_iter().map(|(name, bone, parts)| XnbMesh { name, bone, triangles: triangles(&parts) });
    XnbModel { bones, meshes: meshes.collect(), tag_sphere }
}

fn part_triangles(part: &Part, resources: &[Resource]) -> Vec<[[f32; 3]; 3]> {
    let (Resource::Vertices(vertices), Resource::Indices(indices)) =
        (&resources[part.vertices as usize - 1], &resources[part.indices as usize - 1])
    else {
        panic!("no buffers")
    };
    let corners = &indices[part.first_index as usize..][..part.triangles as usize * 3];
    let position = |index: u32| vertices[(part.first_vertex + index) as usize];
    corners.chunks_exact(3).map(|corner| [position(corner[0]), position(corner[1]), position(corner[2])]).collect()
}

enum Resource {
    Vertices(Vec<[f32; 3]>),
    Indices(Vec<u32>),
    Effect,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let taken = self.bytes[self.at..self.at + N].try_into().unwrap();
        self.at += N;
        taken
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn floats<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.f32())
    }

    fn packed(&mut self) -> u32 {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let [byte] = self.take();
            value |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        value
    }

    fn string(&mut self) -> String {
        let length = self.packed() as usize;
        self.at += length;
        String::from_utf8(self.bytes[self.at - length..self.at].to_vec()).unwrap()
    }

    fn reader_name(&mut self) -> String {
        let name = self.string();
        self.u32();
        name
    }

    fn object<'b>(&mut self, readers: &'b [String]) -> Option<&'b str> {
        let index = self.packed() as usize;
        (index > 0).then(|| readers[index - 1].as_str())
    }

    fn optional_string(&mut self) -> String {
        if self.packed() == 0 { String::new() } else { self.string() }
    }

    fn bones(&mut self) -> Vec<XnbBone> {
        let count = self.u32();
        (0..count).map(|_| XnbBone { name: self.optional_string(), parent: None, local: self.floats() }).collect()
    }

    /// Reads the number of a bone; `None` for no bone.
    fn reference(&mut self, bones: usize) -> Option<usize> {
        let number = if bones < 255 { usize::from(self.take::<1>()[0]) } else { self.u32() as usize };
        number.checked_sub(1)
    }

    fn hierarchy(&mut self, bones: &mut [XnbBone]) {
        for index in 0..bones.len() {
            bones[index].parent = self.reference(bones.len());
            for _ in 0..self.u32() {
                self.reference(bones.len());
            }
        }
    }

    fn meshes(&mut self, bones: usize) -> Vec<(String, usize, Vec<Part>)> {
        let count = self.u32();
        let mut mesh = || {
            let (name, bone) = (self.optional_string(), self.reference(bones).unwrap());
            let _sphere: [f32; 4] = self.floats();
            assert_eq!(self.packed(), 0, "a mesh with a tag");
            let parts = self.u32();
            (name, bone, (0..parts).map(|_| self.part()).collect())
        };
        (0..count).map(|_| mesh()).collect()
    }

    fn part(&mut self) -> Part {
        let [first_vertex, _vertex_count, first_index, triangles] = std::array::from_fn(|_| self.u32());
        assert_eq!(self.packed(), 0, "a part with a tag");
        let [vertices, indices, _effect] = std::array::from_fn(|_| self.packed());
        Part { first_vertex, first_index, triangles, vertices, indices }
    }

    /// Reads the model's Tag. Returns the sphere, if the Tag contains one.
    fn tag(&mut self, readers: &[String]) -> Option<[f32; 4]> {
        match self.object(readers) {
            None => None,
            Some(reader) if reader.contains("DictionaryReader") => self.dictionary(readers),
            Some(reader) => panic!("a tag of {reader}"),
        }
    }

    /// Returns the sphere in a dictionary.
    fn dictionary(&mut self, readers: &[String]) -> Option<[f32; 4]> {
        let mut sphere = None;
        for _ in 0..self.u32() {
            assert!(self.object(readers).unwrap().contains("StringReader"));
            self.string();
            sphere = self.value(readers).or(sphere);
        }
        sphere
    }

    fn value(&mut self, readers: &[String]) -> Option<[f32; 4]> {
        match self.object(readers).unwrap() {
            reader if reader.contains("ArrayReader") => self.at += self.u32() as usize * 12,
            reader if reader.contains("BoundingSphereReader") => return Some(self.floats()),
            reader if reader.contains("ExternalReferenceReader") => drop(self.string()),
            reader => panic!("a value of {reader}"),
        }
        None
    }

    fn resource(&mut self, readers: &[String]) -> Resource {
        match self.object(readers).unwrap() {
            reader if reader.contains("VertexBufferReader") => Resource::Vertices(self.vertices()),
            reader if reader.contains("IndexBufferReader") => Resource::Indices(self.indices()),
            reader if reader.contains("BasicEffectReader") => {
                self.string();
                let _colours_power_alpha: [f32; 11] = self.floats();
                let _vertex_colours: [u8; 1] = self.take();
                Resource::Effect
            }
            reader if reader.contains("EffectMaterialReader") => {
                self.string();
                assert!(self.object(readers).unwrap().contains("DictionaryReader"));
                self.dictionary(readers);
                Resource::Effect
            }
            reader => panic!("a resource of {reader}"),
        }
    }

    /// Returns the positions, which are first in each vertex.
    fn vertices(&mut self) -> Vec<[f32; 3]> {
        let (stride, elements) = (self.u32() as usize, self.u32() as usize);
        self.at += elements * 16;
        let count = self.u32() as usize;
        let data = &self.bytes[self.at..self.at + count * stride];
        self.at += data.len();
        data.chunks_exact(stride).map(|vertex| Reader { bytes: vertex, at: 0 }.floats()).collect()
    }

    fn indices(&mut self) -> Vec<u32> {
        let [short] = self.take();
        let size = self.u32() as usize;
        let data = &self.bytes[self.at..self.at + size];
        self.at += size;
        match short {
            0 => data.chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect(),
            _ => data.chunks_exact(2).map(|it| u16::from_le_bytes(it.try_into().unwrap()).into()).collect(),
        }
    }
}
