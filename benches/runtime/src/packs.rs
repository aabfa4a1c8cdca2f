//! Opening packs of several sizes, compared with reading the first bytes of the same file, and with loading the same skeleton
//! from a folder.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use rigmill_format::pack::{PackItem, PackKind, PackPlan};
use rigmill_format::{Bone, Content as _, ContentType, Skeleton};
use rigmill_runtime::Content;
use rigmill_runtime::content::{self, Pack};

use crate::measure::medians;
use crate::row::Row;

/// The number of files, and the size of each in bytes.
const PACKS: [(usize, u64); 3] = [(10, 10_000), (100_000, 50_000), (1_000_000, 5_000)];

/// The name of the file that is loaded.
const LOADED: &str = "Models/Robot.skeleton";

pub(crate) fn rows() -> Vec<Row> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let skeleton = skeleton();
    let content = folder.path().join("native");
    let file = content.join(LOADED).with_extension("skeleton.rmb");
    fs::create_dir_all(content.join("Models"))
        .and_then(|()| fs::write(file, &skeleton))
        .expect("the temporary folder can be written");
    let path = folder.path().join("game.rmp");
    PACKS.iter().flat_map(|(files, bytes)| packed(&path, *files, *bytes, &skeleton, &content)).collect()
}

fn skeleton() -> Vec<u8> {
    let bone = |index: usize| Bone { name: format!("Bone {index}"), ..Bone::default() };
    let skeleton = Skeleton { bones: (0..48).map(bone).collect(), root_axis: [0.0, 0.0, 0.0, 1.0] };
    skeleton.encode().expect("the skeleton is in order")
}

fn packed(path: &Path, files: usize, bytes: u64, skeleton: &[u8], folder: &Path) -> [Row; 2] {
    write(path, files, bytes, skeleton);
    let size = (files as u64 * bytes) as f64 / 1e9;
    let subject = format!("pack of {files} files, {size} GB: map");
    let map = || Pack::map(path).expect("the pack is in order");
    let first_bytes = || {
        let mut head = [0; 64];
        File::open(path).and_then(|mut file| file.read_exact(&mut head)).expect("the pack can be read");
        head
    };
    let [rigmill, plain] = medians(1, [&mut || _ = black_box(map()), &mut || _ = black_box(first_bytes())]);
    let opened = Row { subject, unit: "pack", rigmill, plain };
    let load = || Content::from_source(map()).load::<content::Skeleton>(LOADED).expect("the pack has the skeleton");
    let read = || {
        let content = Content::open(folder).expect("there is such a folder");
        content.load::<content::Skeleton>(LOADED).expect("the folder has the skeleton")
    };
    let [rigmill, plain] = medians(1, [&mut || _ = black_box(load()), &mut || _ = black_box(read())]);
    [opened, Row { subject: "the same, and load a skeleton of it".to_owned(), unit: "pack", rigmill, plain }]
}

/// Writes a pack whose other files are holes, so that it takes little disk space.
fn write(path: &Path, files: usize, bytes: u64, skeleton: &[u8]) {
    let item = |name: String, kind, length, checksum| PackItem { name, kind, length, checksum };
    let mut items: Vec<_> =
        (0..files).map(|index| item(format!("Textures/Of/A/Game/{index:07}"), PackKind::File, bytes, 0)).collect();
    let kind = PackKind::Content(ContentType::Skeleton);
    items.push(item(LOADED.to_owned(), kind, skeleton.len() as u64, PackItem::checksum_of(skeleton)));
    let plan = PackPlan::new(items, None).expect("the names differ");
    let (_, offset) = plan.items().find(|(item, _)| item.name == LOADED).expect("it was planned");
    File::create(path)
        .and_then(|mut file| {
            file.set_len(plan.length())?;
            file.write_all(plan.table())?;
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(skeleton)
        })
        .expect("the temporary folder has room");
}
