//! [`InputRoot`]: the input of an action, as a tree of messages. Each folder's message contains the digests of its entries.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bytes::Bytes;
use prost::Message;
use rigmill_store::RemoteBlob;

use crate::digest;
use crate::reapi::{Directory, DirectoryNode, FileNode};

/// The maximum number of folders above a file.
const MAX_FOLDERS: usize = 128;

/// A file of the working folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputNode {
    pub(super) blob: RemoteBlob,
    pub(super) is_executable: bool,
}

/// The folder that contains the working folder.
#[derive(Debug)]
pub(super) struct InputRoot {
    /// The digest of the folder's message.
    pub(super) id: RemoteBlob,
    /// The serialized messages of all folders, each stored once.
    pub(super) folders: BTreeMap<RemoteBlob, Bytes>,
}

/// A folder. Its names are sorted by their bytes, as the Remote Execution API requires.
#[derive(Default)]
struct Folder(BTreeMap<String, Node>);

enum Node {
    File(InputNode),
    Folder(Folder),
}

impl InputRoot {
    /// Creates the root for a working folder with files at these paths. Returns the reason if the paths are invalid.
    pub(super) fn new<'a>(folder: &str, files: impl IntoIterator<Item = (&'a str, InputNode)>) -> Result<Self, String> {
        let mut working = Folder::default();
        for (path, file) in files {
            working.insert(path, file).map_err(|why| format!("the input path `{}` {why}", path.escape_debug()))?;
        }
        let root = Folder(BTreeMap::from([(folder.to_owned(), Node::Folder(working))]));
        let mut folders = BTreeMap::new();
        let id = root.serialize(&mut folders);
        Ok(Self { id, folders })
    }
}

impl Folder {
    fn insert(&mut self, path: &str, file: InputNode) -> Result<(), &'static str> {
        let mut names: Vec<&str> = path.split('/').collect();
        if !names.iter().all(|name| is_name(name)) {
            return Err("is not a relative path of plain names");
        }
        let name = names.pop().unwrap_or_default();
        if names.len() > MAX_FOLDERS {
            return Err("has too many folders");
        }
        let mut folder = self;
        for name in names {
            let node = folder.0.entry(name.to_owned()).or_insert_with(|| Node::Folder(Self::default()));
            let Node::Folder(next) = node else { return Err("is below a file") };
            folder = next;
        }
        match folder.0.entry(name.to_owned()) {
            Entry::Occupied(_) => Err("occurs twice"),
            Entry::Vacant(vacant) => {
                vacant.insert(Node::File(file));
                Ok(())
            }
        }
    }

    /// Adds the messages of this folder and its subfolders.
    fn serialize(self, folders: &mut BTreeMap<RemoteBlob, Bytes>) -> RemoteBlob {
        let mut directory = Directory::default();
        for (name, node) in self.0 {
            match node {
                Node::File(InputNode { blob, is_executable }) => {
                    directory.files.push(FileNode { name, digest: Some(blob.into()), is_executable });
                }
                Node::Folder(folder) => {
                    let digest = Some(folder.serialize(folders).into());
                    directory.directories.push(DirectoryNode { name, digest });
                }
            }
        }
        let bytes = Bytes::from(directory.encode_to_vec());
        let blob = digest::of(&bytes);
        folders.insert(blob, bytes);
        blob
    }
}

/// Whether a name is the name of a file, and does not lead to another folder.
fn is_name(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['\0', '\\'])
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2 as official;

    use super::*;

    fn node(content: &[u8]) -> InputNode {
        InputNode { blob: digest::of(content), is_executable: content == b"program" }
    }

    fn root(paths: &[&str]) -> Result<InputRoot, String> {
        InputRoot::new("work", paths.iter().map(|&path| (path, node(path.as_bytes()))))
    }

    fn official_digest(bytes: &[u8]) -> Option<official::Digest> {
        let blob = digest::of(bytes);
        Some(official::Digest { hash: digest::hex(&blob.sha256), size_bytes: i64::try_from(blob.size).unwrap() })
    }

    #[test]
    fn the_messages_are_those_of_the_official_definition() {
        let files = ["b/z", "b/a", "program", "a-", "a", "é", "b.c/d/e", "Z"];
        let InputRoot { id, folders } = root(&files).unwrap();
        let file = |name: &str, path: &str| official::FileNode {
            name: name.to_owned(),
            digest: official_digest(path.as_bytes()),
            is_executable: name == "program",
            ..Default::default()
        };
        let folder = |name: &str, folder: &official::Directory| official::DirectoryNode {
            name: name.to_owned(),
            digest: official_digest(&folder.encode_to_vec()),
        };
        let b = official::Directory { files: vec![file("a", "b/a"), file("z", "b/z")], ..Default::default() };
        let d = official::Directory { files: vec![file("e", "b.c/d/e")], ..Default::default() };
        let b_c = official::Directory { directories: vec![folder("d", &d)], ..Default::default() };
        let expected = official::Directory {
            files: ["Z", "a", "a-", "program", "é"].map(|name| file(name, name)).to_vec(),
            directories: vec![folder("b", &b), folder("b.c", &b_c)],
            ..Default::default()
        };
        let root = official::Directory { directories: vec![folder("work", &expected)], ..Default::default() };
        assert_eq!(folders[&id].to_vec(), root.encode_to_vec());
        let expected: Vec<_> =
            [&root, &expected, &b, &b_c, &d].iter().map(|it| digest::of(&it.encode_to_vec())).collect();
        assert!(folders.len() == 5 && expected.iter().all(|blob| folders.contains_key(blob)));
    }

    #[test]
    fn the_order_of_the_files_does_not_matter_and_equal_folders_are_one_blob() {
        let files = ["x/same", "y/same"].map(|path| (path, node(b"same")));
        let one = InputRoot::new("work", files).unwrap();
        let other = InputRoot::new("work", files.into_iter().rev()).unwrap();
        assert_eq!((one.id, one.folders.len()), (other.id, 3));
        assert!(root(&[]).unwrap().folders.contains_key(&digest::of(b"")));
    }

    #[test]
    fn hostile_paths_are_refused() {
        let deep = "a/".repeat(MAX_FOLDERS + 1) + "b";
        for path in ["", "/a", "a/", "a//b", "../a", "a/../b", ".", "./a", "a\0b", "a\\b", "C:\\a", &deep] {
            assert!(root(&[path]).is_err(), "{path:?}");
        }
        for paths in [["a", "a"], ["a", "a/b"], ["a/b", "a"]] {
            assert!(root(&paths).is_err(), "{paths:?}");
        }
        assert!(!root(&["a\n\u{1b}/.."]).unwrap_err().contains(char::is_control));
    }
}
