//! Random manifests.

use std::path::Path;

use rigmill_test_random::Random;

use super::program::Program;
use super::tree::{Node, Tree};

/// Rules that most manifests contain.
const USUAL: [&str; 9] = [
    "match = \"data/*.data.*\"\nparams = { schema = \"data/thing.schema.toml\" }",
    "match = \"packed/*.Animation\"\nprocessor = \"compress\"\nparams = { skeleton = \"rigs/S.skeleton\" }",
    "match = \"sampled/*.Animation\"\nprocessor = \"sampled-clip\"\nparams = { skeleton = \"rigs/T.skeleton\" }",
    "match = \"data/*.spec\"\nparams = { schema = \"data/unit.schema.toml\" }",
    "match = \"raw/*.dat\"\nimporter = \"raw\"",
    "match = \"models/m1.gltf\"\ntargets = [\"gltf\"]\nprocessor = \"model-with-clips\"\n\
     params = { clips_from = [\"clips/*.Animation\"] }",
    "match = \"**/*_Collision.fbx\"\nprocessor = \"collision\"",
    "match = \"data/*.schema.toml\"\nexclude = true",
    "match = \"models/yard.fbx\"\nparams = { skeleton = false }",
];

/// Rules that few manifests contain.
const RARE: [&str; 14] = [
    "match = \"packed/k0.Animation\"\nparams = { skeleton = \"rigs/T.skeleton\" }",
    "match = \"clips/c1.Animation\"\nexclude = true",
    "match = \"a/**\"\nexclude = true",
    "match = \"clips/*\"\nexclude = [\"clips/c2.*\"]\nparams = { close_loop = true }",
    "match = \"clips/c3.Animation\"\nprocessor = \"curve-clip\"",
    "match = \"clips/c4.Animation\"\nprocessor = \"motion\"\nparams = { root = \"B\" }",
    "match = \"clips/c0.Animation\"\nprocessor = \"uniform-clip\"",
    "match = \"models/m0.gltf\"\nprocessor = \"skeleton\"",
    "match = \"models/*.gltf\"\nparams = { animations = false }",
    "match = \"**/*_N.bmp\"\nparams = { srgb = false }",
    "match = \"images/skin.bmp\"\nimporter = \"raw\"",
    "match = \"**/*.txt\"\nimporter = \"raw\"",
    "match = \"data/u0.spec\"\ntargets = [\"native\"]\nexclude = true",
    "match = \"raw/none.*\"\nimporter = \"raw\"",
];

/// Rules for probes.
const FOR_PROBES: [&str; 5] = [
    "match = \"a/*.probe\"\nparams = { salt = 1 }",
    "match = \"b/*.probe\"\nparams = { beside = \"a/x.txt\" }",
    "match = \"**/p3.probe\"\ntargets = [\"xna\"]\nparams = { salt = 2 }",
    "match = \"**/p{4,5}.probe\"\nexclude = true",
    "match = \"a/p1.probe\"\nimporter = \"raw\"",
];

const TARGETS: [&str; 6] = [
    "[\"native\"]",
    "[\"native\", \"xna\"]",
    "[\"native\", \"xna\"]",
    "[\"xna\", \"native\"]",
    "[\"native\", \"xna\", \"gltf\"]",
    "[\"gltf\"]",
];

pub(super) const MALFORMED: &str = "[project\n";

/// Returns a manifest. A few percent are malformed.
pub(super) fn manifest(program: Program, random: &mut Random) -> String {
    if random.once_in(40) {
        return MALFORMED.to_owned();
    }
    let mut rules: Vec<&str> = USUAL.iter().copied().filter(|_| !random.once_in(10)).collect();
    rules.extend(RARE.iter().filter(|_| random.once_in(9)));
    if program == Program::WithProbes {
        rules.extend(FOR_PROBES.iter().filter(|_| random.once_in(5)));
    }
    if random.once_in(3) {
        let [a, b] = [random.below(rules.len()), random.below(rules.len())];
        rules.swap(a, b);
    }
    let links = if random.once_in(3) { "follow_links = true\n" } else { "" };
    let unit = if random.once_in(8) { "unit = \"cm\"\n" } else { "" };
    let head = format!("# {}\n[project]\ntargets = {}\n{links}{unit}", random.below(4), random.pick(&TARGETS));
    rules.iter().fold(head, |text, rule| format!("{text}\n[[rule]]\n{rule}\n"))
}

/// Returns the targets that the manifest of a project requests.
pub(super) fn targets(sources: &Tree) -> Vec<String> {
    let manifest = match sources.0.get(Path::new("rigmill.toml")) {
        Some(Node::File(bytes)) => String::from_utf8_lossy(bytes),
        _ => "".into(),
    };
    let list = manifest.lines().take(4).find_map(|line| line.strip_prefix("targets = "));
    list.map_or_else(|| vec!["native".to_owned()], |list| serde_json::from_str(list).unwrap())
}
