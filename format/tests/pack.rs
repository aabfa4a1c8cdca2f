//! Packs of the released version. `fixtures/pack.py` wrote them according to the tables in docs/format.md.

use rigmill_format::ContentType;
use rigmill_format::pack::{PackHead, PackId, PackItem, PackKind, PackPlan, PackTable};

use crate::fixtures::{fixture, read};

fn table(pack: &[u8]) -> PackTable<'_> {
    let table = PackTable::new(PackHead::parse(pack, pack.len() as u64).unwrap(), pack).unwrap();
    table.verify().unwrap();
    table
}

fn file(name: &str, kind: PackKind, bytes: &[u8]) -> PackItem {
    let checksum = PackItem::checksum_of(bytes);
    PackItem { name: name.to_owned(), kind, length: bytes.len() as u64, checksum }
}

/// The header and the table of a pack, as Rigmill writes them.
fn planned(items: Vec<PackItem>, base: Option<PackId>) -> Vec<u8> {
    PackPlan::new(items, base).unwrap().table().to_vec()
}

#[test]
fn version_1_of_the_pack_and_of_its_patch_are_read_and_written() {
    let (pack, patch) = (fixture("v1/pack.rmp"), fixture("v1/patch.rmp"));
    let content = |name: &str, of, fixture: &str| file(name, PackKind::Content(of), &read(fixture));
    let items = vec![
        content("Models/Robot.skeleton", ContentType::Skeleton, "skeleton"),
        content("Models/Ärm", ContentType::CollisionMesh, "collision_mesh"),
        content("Animation/Run", ContentType::AnimationSequence, "animation_sequence"),
        file("Fonts/License.txt", PackKind::File, b"as you like"),
        file("empty.txt", PackKind::File, b""),
    ];
    assert!(pack.starts_with(&planned(items, None)));
    let id = table(&pack).head().id();
    let items = vec![
        content("Animation/Run", ContentType::CurveClip, "curve_clip"),
        content("Textures/Steel", ContentType::Texture, "texture"),
        PackItem::removed("Fonts/License.txt".to_owned()),
    ];
    assert!(patch.starts_with(&planned(items, Some(id))));
    assert_eq!(table(&patch).head().base(), Some(id));
    for entry in table(&pack).entries().map(Result::unwrap) {
        let [from, length] = [entry.offset, entry.length].map(|it| usize::try_from(it).unwrap());
        entry.check(&pack[from..from + length]).unwrap();
    }
}
