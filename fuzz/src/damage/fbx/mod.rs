//! Damages binary FBX files. The end offsets of their records stay correct.

mod record;
mod values;

use rigmill_test_random::Random;

use record::{Record, Tree};

/// The maximum number of nested records that are created.
const DEEP: usize = 400;
/// The maximum size of a record that is repeated, in bytes.
const REPEATED: usize = 4096;

/// Returns a damaged copy; `None` for a file whose records cannot be read.
pub(super) fn damage(file: &[u8], other: &[u8], rounds: usize, random: &mut Random) -> Option<Vec<u8>> {
    let mut tree = Tree::read(file)?;
    let other = random.once_in(4).then(|| Tree::read(other)).flatten();
    for _ in 0..rounds {
        damage_record(&mut tree, other.as_ref(), random);
    }
    Some(tree.write(random.once_in(32)))
}

fn damage_record(tree: &mut Tree, other: Option<&Tree>, random: &mut Random) {
    let choice = random.below(12);
    if choice >= 4 {
        return values::damage(tree, random);
    }
    let Some(list) = tree.any_list(random) else { return };
    let at = random.below(list.len());
    match choice {
        0 => drop(list.remove(at)),
        1 if list[at].size() <= REPEATED => list.insert(random.below(list.len() + 1), list[at].clone()),
        2 => match other.and_then(|other| other.any(random)) {
            Some(record) if record.size() <= REPEATED => list.insert(at, record.clone()),
            _ => list.swap(at, random.below(at + 1)),
        },
        _ if random.once_in(4) && list[at].values.len() <= 256 => nest(&mut list[at], random),
        _ => rename(list, at, random),
    }
}

/// Nests a record in copies of itself without child records.
fn nest(record: &mut Record, random: &mut Random) {
    let depth = if random.once_in(4) { DEEP } else { 1 + random.below(4) };
    for _ in 0..depth {
        let mut inner = Record { below: Vec::new(), ..record.clone() };
        std::mem::swap(&mut inner, record);
        record.below.push(inner);
    }
}

fn rename(list: &mut [Record], at: usize, random: &mut Random) {
    let other = random.below(list.len());
    list[at].name = list[other].name.clone();
}
