//! Writes small FBX files (binary 7.4), both valid and invalid ones.

/// A value of a record.
#[derive(Clone)]
pub(super) enum Value {
    Int(i32),
    Long(i64),
    Double(f64),
    Text(String),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Doubles(Vec<f64>),
    Floats(Vec<f32>),
    /// An array whose header declares `count` doubles in compressed form, whatever the bytes are.
    Deflated {
        count: u32,
        bytes: Vec<u8>,
    },
    /// The type and the bytes of a value.
    Raw(Vec<u8>),
}

/// A record of the file.
#[derive(Clone)]
pub(super) struct Record {
    name: &'static str,
    values: Vec<Value>,
    children: Vec<Record>,
}

impl Record {
    /// Adds records to those of this record.
    pub(super) fn extend(&mut self, more: Vec<Record>) {
        self.children.extend(more);
    }

    /// Adds properties to an object that has none.
    pub(super) fn add(&mut self, all: Vec<Record>) {
        self.children.push(properties(all));
    }
}

pub(super) fn record(name: &'static str, values: Vec<Value>, children: Vec<Record>) -> Record {
    Record { name, values, children }
}

pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Returns the bytes of a file.
pub(super) fn file(records: &[Record]) -> Vec<u8> {
    let mut bytes = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    bytes.extend(7400_u32.to_le_bytes());
    records.iter().for_each(|record| write(record, &mut bytes));
    bytes.extend([0; 13]);
    bytes
}

/// Converts a file of version 7.4 to a later version, whose record headers have 64 bits.
pub(super) fn widened(bytes: &[u8], version: u32) -> Vec<u8> {
    let head = b"Kaydara FBX Binary  \0\x1a\0";
    let mut wide = head.to_vec();
    wide.extend(version.to_le_bytes());
    widen(bytes, wide.len(), bytes.len(), &mut wide);
    wide
}

/// Copies the records in a part of a file, with the null record after them.
fn widen(bytes: &[u8], mut at: usize, end: usize, wide: &mut Vec<u8>) {
    while at < end {
        let word = |place: usize| u32::from_le_bytes(bytes[place..place + 4].try_into().unwrap()) as usize;
        let [record_end, count, length] = [word(at), word(at + 4), word(at + 8)];
        if record_end == 0 {
            wide.extend([0; 25]);
            return;
        }
        let name_end = at + 13 + usize::from(bytes[at + 12]);
        let begin = wide.len();
        wide.extend([0; 24]);
        wide.extend(&bytes[at + 12..name_end + length]);
        widen(bytes, name_end + length, record_end, wide);
        for (place, number) in [wide.len(), count, length].into_iter().enumerate() {
            wide[begin + place * 8..][..8].copy_from_slice(&(number as u64).to_le_bytes());
        }
        at = record_end;
    }
}

fn write(record: &Record, bytes: &mut Vec<u8>) {
    let begin = bytes.len();
    bytes.extend([0; 12]);
    bytes.push(u8::try_from(record.name.len()).unwrap());
    bytes.extend(record.name.bytes());
    let values = bytes.len();
    record.values.iter().for_each(|value| write_value(value, bytes));
    let length = bytes.len() - values;
    record.children.iter().for_each(|child| write(child, bytes));
    if !record.children.is_empty() {
        bytes.extend([0; 13]);
    }
    let head = [bytes.len(), record.values.len(), length];
    for (at, number) in head.into_iter().enumerate() {
        bytes[begin + at * 4..][..4].copy_from_slice(&word(number));
    }
}

fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap().to_le_bytes()
}

fn write_value(value: &Value, bytes: &mut Vec<u8>) {
    let mut array = |kind, count: usize, data: Vec<u8>| {
        bytes.push(kind);
        [count, 0, data.len()].into_iter().for_each(|number| bytes.extend(word(number)));
        bytes.extend(data);
    };
    match value {
        Value::Ints(all) => array(b'i', all.len(), all.iter().flat_map(|it| it.to_le_bytes()).collect()),
        Value::Longs(all) => array(b'l', all.len(), all.iter().flat_map(|it| it.to_le_bytes()).collect()),
        Value::Doubles(all) => array(b'd', all.len(), all.iter().flat_map(|it| it.to_le_bytes()).collect()),
        Value::Floats(all) => array(b'f', all.len(), all.iter().flat_map(|it| it.to_le_bytes()).collect()),
        Value::Int(number) => bytes.extend([b'I'].into_iter().chain(number.to_le_bytes())),
        Value::Long(number) => bytes.extend([b'L'].into_iter().chain(number.to_le_bytes())),
        Value::Double(number) => bytes.extend([b'D'].into_iter().chain(number.to_le_bytes())),
        Value::Text(text) => {
            bytes.push(b'S');
            bytes.extend(word(text.len()));
            bytes.extend(text.bytes());
        }
        Value::Raw(value) => bytes.extend(value),
        Value::Deflated { count, bytes: data } => {
            bytes.push(b'd');
            bytes.extend(count.to_le_bytes());
            bytes.extend(word(1));
            bytes.extend(word(data.len()));
            bytes.extend(data);
        }
    }
}

/// Returns a file of objects and their connections (child, parent, property). 0 is the scene's root.
pub(super) fn scene(objects: Vec<Record>, connections: &[(i64, i64, Option<&str>)]) -> Vec<u8> {
    file(&scene_records(objects, connections))
}

pub(super) fn scene_records(objects: Vec<Record>, connections: &[(i64, i64, Option<&str>)]) -> Vec<Record> {
    let connect = |&(child, parent, property): &(i64, i64, Option<&str>)| {
        let ends = [Value::Long(child), Value::Long(parent)];
        let kind = text(if property.is_some() { "OP" } else { "OO" });
        let values = [kind].into_iter().chain(ends).chain(property.map(text)).collect();
        record("C", values, vec![])
    };
    let connections = connections.iter().map(connect).collect();
    let version = record("FBXVersion", vec![Value::Int(7400)], vec![]);
    let header = record("FBXHeaderExtension", vec![], vec![version]);
    // 30 frames per second.
    let settings = record("GlobalSettings", vec![], vec![properties(vec![property("TimeMode", vec![Value::Int(6)])])]);
    vec![header, settings, record("Objects", vec![], objects), record("Connections", vec![], connections)]
}

pub(super) fn object(kind: &'static str, id: i64, name: &str, class: &str, children: Vec<Record>) -> Record {
    let family = if kind == "AnimationStack" { "AnimStack" } else { kind };
    record(kind, vec![Value::Long(id), text(&format!("{name}\0\x01{family}")), text(class)], children)
}

pub(super) fn properties(all: Vec<Record>) -> Record {
    record("Properties70", vec![], all)
}

pub(super) fn property(name: &str, values: Vec<Value>) -> Record {
    record("P", [text(name), text(""), text(""), text("")].into_iter().chain(values).collect(), vec![])
}

pub(super) fn vector(name: &str, numbers: [f64; 3]) -> Record {
    property(name, numbers.map(Value::Double).to_vec())
}

pub(super) fn number(name: &str, number: i32) -> Record {
    property(name, vec![Value::Int(number)])
}

pub(super) fn decimal(name: &str, number: f64) -> Record {
    property(name, vec![Value::Double(number)])
}

/// Returns a node.
pub(super) fn model(id: i64, name: &str, class: &str, all: Vec<Record>) -> Record {
    object("Model", id, name, class, vec![properties(all)])
}

/// Returns the attribute of a node, which says more than its class.
pub(super) fn attribute(id: i64, class: &str) -> Record {
    object("NodeAttribute", id, "", class, vec![])
}

/// Returns the attribute of a node, with properties.
pub(super) fn attribute_with(id: i64, class: &str, all: Vec<Record>) -> Record {
    object("NodeAttribute", id, "", class, vec![properties(all)])
}

/// Returns a mesh.
pub(super) fn geometry(id: i64, positions: Value, corners: Vec<i32>) -> Record {
    let children = vec![
        record("Vertices", vec![positions], vec![]),
        record("PolygonVertexIndex", vec![Value::Ints(corners)], vec![]),
    ];
    object("Geometry", id, "", "Mesh", children)
}

/// The number of FBX time units per second.
pub(super) const TICKS: i64 = 46_186_158_000;

/// Returns a take. Times are in ticks.
pub(super) fn stack(id: i64, name: &str, start: i64, stop: i64) -> Record {
    take(id, name, start, stop, vec![])
}

/// Returns a take with additional properties. Times are in ticks.
pub(super) fn take(id: i64, name: &str, start: i64, stop: i64, more: Vec<Record>) -> Record {
    let times = [("LocalStart", start), ("LocalStop", stop)];
    let mut all = times.map(|(name, time)| property(name, vec![Value::Long(time)])).to_vec();
    all.extend(more);
    object("AnimationStack", id, name, "", vec![properties(all)])
}

/// Returns a user-defined property of a type.
pub(super) fn user(name: &str, kind: &str, values: Vec<Value>) -> Record {
    record("P", [text(name), text(kind), text(""), text("A+U")].into_iter().chain(values).collect(), vec![])
}

pub(super) fn layer(id: i64) -> Record {
    object("AnimationLayer", id, "", "", vec![])
}

/// Returns a layer that overrides or adds to the layers before it, as its properties say.
pub(super) fn layer_with(id: i64, name: &str, all: Vec<Record>) -> Record {
    object("AnimationLayer", id, name, "", vec![properties(all)])
}

pub(super) fn curve_node(id: i64, name: &str) -> Record {
    object("AnimationCurveNode", id, name, "", vec![])
}

/// A key of a curve: its time in ticks, and its attributes as the file stores them.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) time: i64,
    pub(super) value: f32,
    pub(super) flags: u32,
    pub(super) data: [f32; 4],
}

/// Returns a curve of keys with individual attributes, and with additional records.
pub(super) fn keyed_curve(id: i64, keys: &[Key], more: Vec<Record>) -> Record {
    let list = |name, values| record(name, vec![values], vec![]);
    let mut children = vec![
        list("KeyTime", Value::Longs(keys.iter().map(|key| key.time).collect())),
        list("KeyValueFloat", Value::Floats(keys.iter().map(|key| key.value).collect())),
        list("KeyAttrFlags", Value::Ints(keys.iter().map(|key| key.flags.cast_signed()).collect())),
        list("KeyAttrDataFloat", Value::Floats(keys.iter().flat_map(|key| key.data).collect())),
        list("KeyAttrRefCount", Value::Ints(vec![1; keys.len()])),
    ];
    children.extend(more);
    object("AnimationCurve", id, "", "", children)
}

/// Returns what a curve does before its first key and after its last key, given by its letter in the file.
pub(super) fn curve_ends(letter: u8) -> Vec<Record> {
    let kind = || record("Type", vec![Value::Int(letter.into())], vec![]);
    let repetition = || record("Repetition", vec![Value::Int(-1)], vec![]);
    ["Pre-Extrapolation", "Post-Extrapolation"].map(|name| record(name, vec![], vec![kind(), repetition()])).to_vec()
}

/// Returns a curve with steps or linear keys. Each key is a time in ticks and a value.
pub(super) fn curve(id: i64, keys: &[(i64, f32)], step: bool) -> Record {
    let flags = if step { 2 } else { 4 };
    let children = vec![
        record("KeyTime", vec![Value::Longs(keys.iter().map(|key| key.0).collect())], vec![]),
        record("KeyValueFloat", vec![Value::Floats(keys.iter().map(|key| key.1).collect())], vec![]),
        record("KeyAttrFlags", vec![Value::Ints(vec![flags])], vec![]),
        record("KeyAttrDataFloat", vec![Value::Floats(vec![0.0; 4])], vec![]),
        record("KeyAttrRefCount", vec![Value::Ints(vec![i32::try_from(keys.len()).unwrap()])], vec![]),
    ];
    object("AnimationCurve", id, "", "", children)
}

/// Returns a file with a node that a take with one curve moves along x.
pub(super) fn moved(start: i64, stop: i64, keys: &[(i64, f32)], step: bool) -> Vec<u8> {
    moved_by_take(stack(2, "Robot|Go", start, stop), keys, step)
}

/// Returns a file with a node that a take with the id 2 and one curve moves along x.
pub(super) fn moved_by_take(take: Record, keys: &[(i64, f32)], step: bool) -> Vec<u8> {
    let objects = vec![model(1, "Bone", "LimbNode", vec![]), take, layer(3), curve_node(4, "T"), curve(5, keys, step)];
    let connections = [(1, 0, None), (3, 2, None), (4, 3, None), (4, 1, Some("Lcl Translation")), (5, 4, Some("d|X"))];
    scene(objects, &connections)
}

/// Returns a channel of blend shapes with its weight in percent, and the percentages at which its shapes are fully applied.
pub(super) fn blend_channel(id: i64, name: &str, percent: f64, full: &[f64]) -> Record {
    let weight = properties(vec![property("DeformPercent", vec![Value::Double(percent)])]);
    let full = record("FullWeights", vec![Value::Doubles(full.to_vec())], vec![]);
    object("Deformer", id, name, "BlendShapeChannel", vec![weight, full])
}

/// Returns a blend shape: vertices, and the change of each.
pub(super) fn blend_shape(id: i64, vertices: &[i32], changes: &[[f64; 3]]) -> Record {
    let children = vec![
        record("Indexes", vec![Value::Ints(vertices.to_vec())], vec![]),
        record("Vertices", vec![Value::Doubles(changes.as_flattened().to_vec())], vec![]),
    ];
    object("Geometry", id, "", "Shape", children)
}
