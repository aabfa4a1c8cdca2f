//! Compares packs with the tables of their format, and checks that damage is found.

use rigmill_test_random::{Random, cases};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{PACK_HEAD_LENGTH, PackError, PackHead, PackId, PackItem, PackKind, PackPlan, PackTable, PlanError};
use crate::ContentType;

/// The files of a pack: one of each kind, one of them empty.
const FILES: [(&str, PackKind, &[u8]); 4] = [
    ("Models/Robot.skeleton", PackKind::Content(ContentType::Skeleton), &[1; 100]),
    ("Animation/Run", PackKind::Content(ContentType::UniformClip), &[2; 64]),
    ("readme.txt", PackKind::File, b"hello"),
    ("Models/Ärm", PackKind::Content(ContentType::Model), b""),
];

fn item((name, kind, bytes): &(&str, PackKind, &[u8])) -> PackItem {
    if *kind == PackKind::Removed {
        return PackItem::removed((*name).to_owned());
    }
    let checksum = PackItem::checksum_of(bytes);
    PackItem { name: (*name).to_owned(), kind: *kind, length: bytes.len() as u64, checksum }
}

fn packed(files: &[(&str, PackKind, &[u8])], base: Option<PackId>) -> Vec<u8> {
    let plan = PackPlan::new(files.iter().map(item).collect(), base).unwrap();
    let mut pack = plan.table().to_vec();
    for (item, offset) in plan.items().filter(|(item, _)| item.kind != PackKind::Removed) {
        pack.resize(usize::try_from(offset).unwrap(), 0);
        pack.extend(files.iter().find(|(name, ..)| *name == item.name).unwrap().2);
    }
    assert_eq!(pack.len() as u64, plan.length());
    pack
}

fn verified(pack: &[u8]) -> Result<(), PackError> {
    let head = PackHead::parse(pack, pack.len() as u64)?;
    let table = PackTable::new(head, pack)?;
    table.verify()?;
    let mut end = usize::try_from(head.table_end()).unwrap();
    for entry in table.entries().map(Result::unwrap).filter(|entry| entry.kind != PackKind::Removed) {
        let [from, length] = [entry.offset, entry.length].map(|it| usize::try_from(it).unwrap());
        if pack[end..from].iter().any(|byte| *byte != 0) {
            return Err(PackError::Damaged { what: "between" });
        }
        end = from + length;
        entry.check(&pack[from..end])?;
    }
    Ok(())
}

#[test]
fn a_pack_is_laid_out_as_its_tables_say() {
    let pack = packed(&FILES[..3], Some(PackId(7)));
    let number =
        |at: usize, bytes: usize| pack[at..at + bytes].iter().rev().fold(0, |sum, it| sum << 8 | u64::from(*it));
    assert_eq!(&pack[..4], b"RMP\0");
    // Version, rows, length of names, length, base.
    let names = "Animation/RunModels/Robot.skeletonreadme.txt";
    let expected = [1, 3, names.len() as u64, pack.len() as u64, 7];
    assert_eq!([number(4, 4), number(24, 4), number(28, 4), number(32, 8), number(40, 8)], expected);
    let rows_end = 64 + 3 * 48;
    assert_eq!(number(8, 8), xxh3_64(&pack[16..64]));
    assert_eq!(number(16, 8), xxh3_64(&pack[64..rows_end + names.len()]));
    assert_eq!(&pack[rows_end..rows_end + names.len()], names.as_bytes());
    let first = (rows_end + names.len()).next_multiple_of(64);
    // In order of names: 64 bytes of Run, 100 of Robot, 5 of the readme.
    let rows = [(first, 64, 0, 13, 14), (first + 64, 100, 13, 21, 4), (first + 192, 5, 34, 10, 0)];
    for (at, (offset, length, name, name_length, kind)) in rows.into_iter().enumerate() {
        let row = 64 + at * 48;
        assert_eq!([number(row, 8), number(row + 8, 8)], [offset as u64, length as u64]);
        assert_eq!(number(row + 16, 8), xxh3_64(&pack[offset..offset + length]));
        assert_eq!([32, 36, 40, 44].map(|it| number(row + it, 4)), [name as u64, name_length as u64, kind, 0]);
        let mut fields = pack[row..row + 48].to_vec();
        fields[24..32].fill(0);
        let check = xxh3_64_with_seed(&names.as_bytes()[name..name + name_length], xxh3_64(&fields));
        assert_eq!(number(row + 24, 8), check);
    }
    assert_eq!(pack.len(), first + 197);
}

#[test]
fn every_entry_is_found_by_its_name() {
    let pack = packed(&FILES, None);
    verified(&pack).unwrap();
    let head = PackHead::parse(&pack[..PACK_HEAD_LENGTH], pack.len() as u64).unwrap();
    assert_eq!((head.len(), head.base()), (4, None));
    let table = PackTable::new(head, &pack).unwrap();
    for (name, kind, bytes) in FILES {
        let entry = table.find(name).unwrap().unwrap();
        let from = usize::try_from(entry.offset).unwrap();
        let file = &pack[from..from + bytes.len()];
        assert_eq!((entry.name, entry.kind, file), (name, kind, bytes));
        entry.check(file).unwrap();
        assert!(from.is_multiple_of(64) && entry.check(b"other").is_err());
    }
    for name in ["", "A", "Animation/Ru", "Animation/Run2", "zebra"] {
        assert_eq!(table.find(name).unwrap(), None, "{name}");
    }
    let names: Vec<&str> = table.entries().map(|entry| entry.unwrap().name).collect();
    assert_eq!(names, ["Animation/Run", "Models/Robot.skeleton", "Models/Ärm", "readme.txt"]);
}

#[test]
fn the_order_of_files_does_not_matter_but_names_do() {
    let mut files = FILES;
    files.reverse();
    assert_eq!(packed(&files, None), packed(&FILES, None));
    let twice = [&FILES[..], &FILES[..1]].concat();
    let error = PackPlan::new(twice.iter().map(item).collect(), None).unwrap_err();
    assert_eq!(error, PlanError::DuplicateName { name: "Models/Robot.skeleton".to_owned() });
    verified(&packed(&[], None)).unwrap();
}

#[test]
fn only_a_patch_removes() {
    let files = [("Old", PackKind::Removed, &b""[..]), FILES[0]];
    let pack = packed(&files, Some(PackId(1)));
    verified(&pack).unwrap();
    let table = PackTable::new(PackHead::parse(&pack, pack.len() as u64).unwrap(), &pack).unwrap();
    assert_eq!(table.find("Old").unwrap().unwrap().kind, PackKind::Removed);
    // A plan leaves this check to its caller.
    assert!(verified(&packed(&files, None)).is_err());
}

#[test]
fn every_changed_bit_and_every_other_length_is_found() {
    let pack = packed(&FILES, None);
    for at in 0..pack.len() * 8 {
        let mut damaged = pack.clone();
        damaged[at / 8] ^= 1 << (at % 8);
        assert!(verified(&damaged).is_err(), "bit {at}");
    }
    for end in 0..pack.len() {
        assert!(verified(&pack[..end]).is_err(), "{end} bytes");
    }
    assert!(verified(&[&pack[..], &[0]].concat()).is_err());
}

/// Corrects the checksums of a damaged pack, so that the damage reaches what the checksums protect.
fn with_checksums(mut pack: Vec<u8>) -> Vec<u8> {
    let rows = u32::from_le_bytes(pack[24..28].try_into().unwrap()) as usize;
    let names = u32::from_le_bytes(pack[28..32].try_into().unwrap()) as usize;
    let end = (64 + rows.saturating_mul(48)).saturating_add(names).min(pack.len());
    let table = xxh3_64(&pack[64..end.max(64)]);
    pack[16..24].copy_from_slice(&table.to_le_bytes());
    let head = xxh3_64(&pack[16..64]);
    pack[8..16].copy_from_slice(&head.to_le_bytes());
    pack
}

#[test]
fn any_damage_is_an_error_or_a_pack() {
    let (pack, mut random) = (packed(&FILES, None), Random::new(1));
    for _ in 0..cases(20_000) {
        let mut damaged = pack.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(damaged.len());
            damaged[at] = [0, 1, 0x7f, 0xff, damaged[at] ^ 1][random.below(5)];
        }
        if random.below(2) == 0 {
            damaged = with_checksums(damaged);
        }
        let Ok(head) = PackHead::parse(&damaged, damaged.len() as u64) else { continue };
        let Ok(table) = PackTable::new(head, &damaged) else { continue };
        let _ = verified(&damaged);
        for (name, ..) in FILES {
            if let Ok(Some(entry)) = table.find(name) {
                assert!(entry.offset + entry.length <= damaged.len() as u64);
            }
        }
    }
}
