//! [`Glb`]: a binary glTF file, read according to the specification and without Rigmill's code.

use std::collections::BTreeMap;

use serde_json::Value;

pub(crate) struct Glb {
    pub(crate) json: Value,
    binary: Vec<u8>,
}

impl Glb {
    pub(crate) fn new(file: &[u8]) -> Self {
        let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&file[..4], number(4), number(8)), (b"glTF".as_slice(), 2, file.len()));
        let (json, next) = (&file[20..20 + number(12)], 20 + number(12));
        assert_eq!((&file[16..20], next % 4), (b"JSON".as_slice(), 0));
        let binary = file.get(next + 8..).unwrap_or_default().to_vec();
        assert!(binary.is_empty() || (&file[next + 4..next + 8], number(next)) == (b"BIN\0".as_slice(), binary.len()));
        let glb = Self { json: serde_json::from_slice(json).unwrap(), binary };
        glb.check();
        glb
    }

    /// Checks rules of the specification that Khronos's validator also checks.
    fn check(&self) {
        let mut uses: BTreeMap<usize, &str> = BTreeMap::new();
        for (what, accessor) in self.uses() {
            let accessor = &self.list("accessors")[place(accessor)];
            let view = place(&accessor["bufferView"]);
            assert_eq!(uses.entry(view).or_insert(what), &what, "one view, one use");
            assert_eq!(
                (place(&accessor["byteOffset"]) % 4, place(&self.list("bufferViews")[view]["byteOffset"]) % 4),
                (0, 0)
            );
            assert!(place(&accessor["count"]) > 0);
        }
        let bounded = self.attributes().filter(|(name, _)| *name == "POSITION").map(|(_, accessor)| accessor);
        for accessor in bounded.chain(self.samplers().map(|sampler| &sampler["input"])) {
            let values = self.floats(accessor);
            let accessor = &self.list("accessors")[place(accessor)];
            for (bound, of) in [("min", f32::min as fn(f32, f32) -> f32), ("max", f32::max)] {
                for (at, reported) in accessor[bound].as_array().unwrap().iter().enumerate() {
                    let known = f64::from(values.iter().map(|value| value[at]).reduce(of).unwrap());
                    // Reading loses the last bit of a double.
                    let off = (reported.as_f64().unwrap() - known).abs();
                    assert!(off <= 2.0 * f64::EPSILON * known.abs(), "{accessor}: {known}");
                }
            }
        }
    }

    fn attributes(&self) -> impl Iterator<Item = (&str, &Value)> {
        let primitives = self.list("meshes").iter().flat_map(|mesh| mesh["primitives"].as_array().unwrap());
        let attributes = primitives.flat_map(|primitive| primitive["attributes"].as_object().unwrap());
        attributes.map(|(name, accessor)| (name.as_str(), accessor))
    }

    fn samplers(&self) -> impl Iterator<Item = &Value> {
        self.list("animations").iter().flat_map(|animation| animation["samplers"].as_array().unwrap())
    }

    /// Returns every accessor with its use.
    fn uses(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let primitives = self.list("meshes").iter().flat_map(|mesh| mesh["primitives"].as_array().unwrap());
        let indices = primitives.map(|primitive| ("indices", &primitive["indices"]));
        let keys = self.samplers().flat_map(|sampler| [("keys", &sampler["input"]), ("keys", &sampler["output"])]);
        let matrices = self.list("skins").iter().map(|skin| ("matrices", &skin["inverseBindMatrices"]));
        let vertices = self.attributes().map(|(_, accessor)| ("vertices", accessor));
        vertices.chain(indices).chain(keys).chain(matrices)
    }

    pub(crate) fn list(&self, kind: &str) -> &[Value] {
        self.json[kind].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the numbers of a single-precision accessor, value by value.
    pub(crate) fn floats(&self, accessor: &Value) -> Vec<Vec<f32>> {
        let accessor = &self.list("accessors")[place(accessor)];
        let view = &self.list("bufferViews")[place(&accessor["bufferView"])];
        assert_eq!(accessor["componentType"], 5126);
        let width = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let start = place(&view["byteOffset"]) + place(&accessor["byteOffset"]);
        let stride = view["byteStride"].as_u64().map_or(width * 4, |stride| usize::try_from(stride).unwrap());
        let float = |at: usize| f32::from_le_bytes(self.binary[at..at + 4].try_into().unwrap());
        let value = |at: usize| (0..width).map(|part| float(start + at * stride + part * 4)).collect();
        (0..place(&accessor["count"])).map(value).collect()
    }

    /// Returns the pose of an animation at a time, for the nodes that it moves: by name, a matrix for row vectors that scales,
    /// rotates and translates.
    pub(crate) fn pose(&self, animation: &Value, time: f32) -> BTreeMap<String, [f64; 16]> {
        let mut poses = BTreeMap::new();
        for channel in animation["channels"].as_array().unwrap() {
            let node = place(&channel["target"]["node"]);
            let rest = || ["translation", "rotation", "scale"].map(|path| rest(&self.list("nodes")[node], path));
            let parts = poses.entry(node).or_insert_with(rest);
            let path = channel["target"]["path"].as_str().unwrap();
            let sampler = &animation["samplers"][place(&channel["sampler"])];
            let at = ["translation", "rotation", "scale"].iter().position(|it| *it == path).unwrap();
            parts[at] = self.sample(sampler, path == "rotation", time.into());
        }
        let name = |node: usize| self.list("nodes")[node]["name"].as_str().unwrap().to_owned();
        poses.into_iter().map(|(node, [t, r, s])| (name(node), matrix(&t, &r, &s))).collect()
    }

    /// Returns the value of a sampler (glTF 2.0, appendix C).
    fn sample(&self, sampler: &Value, is_rotation: bool, time: f64) -> Vec<f64> {
        let times: Vec<f64> = self.floats(&sampler["input"]).iter().map(|time| time[0].into()).collect();
        assert!(times[0] >= 0.0 && times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
        let values = self.floats(&sampler["output"]);
        let value = |at: usize| -> Vec<f64> { values[at].iter().map(|&part| part.into()).collect() };
        let is_spline = sampler["interpolation"] == "CUBICSPLINE";
        assert_eq!(values.len(), times.len() * if is_spline { 3 } else { 1 });
        let key = |at: usize| value(if is_spline { at * 3 + 1 } else { at });
        let after = times.partition_point(|&key| key <= time);
        if after == 0 || after == times.len() || sampler["interpolation"] == "STEP" {
            return key(after.saturating_sub(1));
        }
        let length = times[after] - times[after - 1];
        let t = (time - times[after - 1]) / length;
        let (a, b) = (key(after - 1), key(after));
        if is_spline {
            let [out, into] = [value(after * 3 - 1), value(after * 3)];
            let (t2, t3) = (t * t, t * t * t);
            let part = |at: usize| {
                (2.0 * t3 - 3.0 * t2 + 1.0) * a[at]
                    + length * (t3 - 2.0 * t2 + t) * out[at]
                    + (3.0 * t2 - 2.0 * t3) * b[at]
                    + length * (t3 - t2) * into[at]
            };
            let found: Vec<f64> = (0..a.len()).map(part).collect();
            return if is_rotation { unit(found) } else { found };
        }
        if is_rotation { arc(&a, &b, t) } else { (0..a.len()).map(|at| a[at] + (b[at] - a[at]) * t).collect() }
    }
}

pub(crate) fn place(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap_or_default()).unwrap()
}

fn rest(node: &Value, path: &str) -> Vec<f64> {
    let default = match path {
        "translation" => vec![0.0; 3],
        "rotation" => vec![0.0, 0.0, 0.0, 1.0],
        _ => vec![1.0; 3],
    };
    node[path].as_array().map_or(default, |parts| parts.iter().map(|part| part.as_f64().unwrap()).collect())
}

pub(crate) fn unit(q: Vec<f64>) -> Vec<f64> {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    q.into_iter().map(|part| part / length).collect()
}

#[allow(clippy::disallowed_methods, reason = "a test compares with a tolerance")]
fn arc(a: &[f64], b: &[f64], t: f64) -> Vec<f64> {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    assert!(dot >= 0.0, "neighbouring rotations are on one side");
    let angle = dot.min(1.0).acos();
    let (from, to) = match angle {
        angle if angle < 1e-6 => (1.0 - t, t),
        angle => (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin()),
    };
    a.iter().zip(b).map(|(a, b)| from * a + to * b).collect()
}

pub(crate) fn matrix(t: &[f64], r: &[f64], s: &[f64]) -> [f64; 16] {
    let [x, y, z, w]: [f64; 4] = r.try_into().unwrap();
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w), 0.0],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w), 0.0],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y), 0.0],
        [t[0], t[1], t[2], 1.0],
    ];
    std::array::from_fn(|at| rows[at / 4][at % 4] * if at < 12 { s[at / 4] } else { 1.0 })
}
