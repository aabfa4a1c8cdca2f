//! Writes small glTF files.

use serde_json::{Value, json};

/// A channel: the node, property, interpolation, times and values.
pub(super) type Channel<'a> = (usize, &'a str, &'a str, &'a [f32], &'a [f32]);

/// A document with its buffer.
#[derive(Clone)]
pub(super) struct Writer {
    pub(super) json: Value,
    pub(super) binary: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        let lists = ["accessors", "animations", "bufferViews", "buffers", "materials", "meshes", "nodes", "skins"];
        let mut json = json!({ "asset": { "version": "2.0" } });
        lists.into_iter().for_each(|list| json[list] = json!([]));
        Self { json, binary: Vec::new() }
    }

    /// Adds an entry to a list of the document. Returns its index.
    pub(super) fn push(&mut self, list: &str, value: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    pub(super) fn node(&mut self, value: Value) -> usize {
        self.push("nodes", value)
    }

    pub(super) fn view(&mut self, bytes: &[u8]) -> usize {
        while !self.binary.len().is_multiple_of(4) {
            self.binary.push(0);
        }
        let start = self.binary.len();
        self.binary.extend(bytes);
        self.push("bufferViews", json!({ "buffer": 0, "byteOffset": start, "byteLength": bytes.len() }))
    }

    /// Adds an accessor for these bytes.
    pub(super) fn accessor(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        let accessor = json!({ "bufferView": view, "componentType": component, "count": count, "type": kind });
        self.push("accessors", accessor)
    }

    /// Adds an accessor for single-precision numbers.
    pub(super) fn floats(&mut self, kind: &str, numbers: &[f32]) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.accessor(kind, 5126, numbers.len() / width(kind), &bytes)
    }

    /// Adds an accessor for indices.
    pub(super) fn indices(&mut self, numbers: &[u16]) -> usize {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.accessor("SCALAR", 5123, numbers.len(), &bytes)
    }

    /// Adds a node with a mesh of one primitive.
    pub(super) fn mesh(&mut self, primitive: Value) -> usize {
        let mesh = self.push("meshes", json!({ "name": "M", "primitives": [primitive] }));
        self.node(json!({ "name": "M", "mesh": mesh }))
    }

    /// Adds an animation with these channels.
    pub(super) fn animation(&mut self, name: &str, channels: &[Channel<'_>]) {
        let mut animation = json!({ "name": name, "channels": [], "samplers": [] });
        for (sampler, (node, property, interpolation, times, values)) in channels.iter().enumerate() {
            let input = self.floats("SCALAR", times);
            let output = self.floats(if *property == "rotation" { "VEC4" } else { "VEC3" }, values);
            let channel = json!({ "sampler": sampler, "target": { "node": node, "path": property } });
            animation["channels"].as_array_mut().unwrap().push(channel);
            let sampler = json!({ "input": input, "output": output, "interpolation": interpolation });
            animation["samplers"].as_array_mut().unwrap().push(sampler);
        }
        self.push("animations", animation);
    }

    /// Returns the document. Its buffer is at `uri`, or in the binary chunk if there is no URI.
    fn document(&self, uri: Option<&str>) -> Vec<u8> {
        let mut json = self.json.clone();
        let mut buffer = json!({ "byteLength": self.binary.len() });
        if let Some(uri) = uri {
            buffer["uri"] = uri.into();
        }
        if json["buffers"] == json!([]) {
            json["buffers"] = json!([buffer]);
        }
        serde_json::to_vec(&json).unwrap()
    }

    /// Returns a `.gltf` file whose buffer is at `uri`.
    pub(super) fn gltf(&self, uri: &str) -> Vec<u8> {
        self.document(Some(uri))
    }

    /// Returns a `.glb` file.
    pub(super) fn glb(&self) -> Vec<u8> {
        let (mut json, mut binary) = (self.document(None), self.binary.clone());
        json.resize(json.len().next_multiple_of(4), b' ');
        binary.resize(binary.len().next_multiple_of(4), 0);
        let chunks = [(*b"JSON", json), (*b"BIN\0", binary)]
            .map(|(kind, bytes)| [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], &kind, &bytes].concat());
        let length = u32::try_from(12 + chunks[0].len() + chunks[1].len()).unwrap();
        [b"glTF".as_slice(), &2_u32.to_le_bytes(), &length.to_le_bytes(), &chunks.concat()].concat()
    }
}

fn width(kind: &str) -> usize {
    match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        _ => 16,
    }
}
