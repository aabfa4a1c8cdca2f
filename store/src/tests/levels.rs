//! Caches of several levels.

use super::*;

/// A level in memory, which several caches can share.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<Entry<'static>>>>);

impl CacheLevel for Memory {
    fn get(&self, ids: &[EntryId]) -> Vec<Entry<'static>> {
        let entries = self.0.lock().unwrap();
        let of = |id: &EntryId| entries.iter().rev().filter(|entry| entry.has(*id)).cloned().collect::<Vec<_>>();
        ids.iter().map(of).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn put(&self, entries: &[Entry<'_>]) -> io::Result<()> {
        let owned = entries.iter().map(|entry| match entry.kind() {
            EntryKind::Artifact => {
                let id = entry.ids().next().unwrap();
                Entry::open(id.kind, id.slot(), entry.bytes().to_vec()).unwrap()
            }
            kind => Entry::seal(kind, entry.ids().map(|id| id.key).collect(), entry.payload()),
        });
        self.0.lock().unwrap().extend(owned);
        Ok(())
    }

    fn finish(&self) -> Vec<Diagnostic> {
        Vec::new()
    }
}

#[test]
fn what_a_lower_level_has_is_used_and_copied_up() {
    let (memory, first, second) = (Memory::default(), Fixture::new(), Fixture::new());
    let cache_of = |fixture: &Fixture| ObjectCache {
        copies: true,
        levels: vec![Box::new(Packs::new(&fixture.cache_folder(), &RealDisk)), Box::new(memory.clone())],
    };
    let artifact = b"the bytes of a file";
    let cache = cache_of(&first);
    cache.put(&[record("a", "a"), queries("q", "one"), Entry::artifact(Digest::of(artifact), artifact)]);
    assert_eq!(cache.finish(), []);
    assert_eq!(memory.0.lock().unwrap().len(), 3);

    // A different machine, which has its own set.
    second.cache_with(&[queries("q", "two")]);
    let cache = cache_of(&second);
    assert_eq!(cache.get(&[id(EntryKind::Record, "a")], 1), []);
    assert_eq!(find(&cache, "a").as_deref(), Some("a"));
    assert_eq!(artifact_of(&cache, Digest::of(artifact)).as_deref(), Some(artifact.as_slice()));
    assert_eq!(find_queries(&cache, "q"), ["two", "one"]);
    cache.finish();

    memory.0.lock().unwrap().clear();
    let cache = cache_of(&second);
    assert_eq!(find(&cache, "a").as_deref(), Some("a"));
    assert_eq!(artifact_of(&cache, Digest::of(artifact)).as_deref(), Some(artifact.as_slice()));
    let mut found = find_queries(&cache, "q");
    found.sort();
    assert_eq!(found, ["one", "two"]);
    assert!(memory.0.lock().unwrap().is_empty(), "nothing is copied down");
}
