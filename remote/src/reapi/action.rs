//! [`ActionKey`]: the key of a value, in the form of an action of the Remote Execution API. The action's result contains the
//! value.
//!
//! ```text
//! key      SHA-256 of an Action: its command is `rigmill action <64 hexadecimal digits>`, its input an empty folder,
//!          its salt `rigmill action 1`
//! result   exit code 0; the value as standard output; each artifact as an output file, named by its BLAKE3
//! ```
//!
//! No server runs this action. It must still be valid, because servers may check that the action and all files in its result
//! exist.

use bytes::Bytes;
use prost::Message;
use rigmill_pipeline::Digest as Key;
use rigmill_store::RemoteBlob;

use super::messages::{Action, ActionResult, Command, OutputFile};
use crate::digest;

/// The layout of values in remote caches. A new layout gets a new number, so that programs never read values that they cannot
/// decode.
const SALT: &[u8] = b"rigmill action 1";

/// The key of a value.
#[derive(Clone, Debug)]
pub(crate) struct ActionKey {
    /// The key in the action cache.
    pub(crate) id: RemoteBlob,
    /// The serialized action and its command, for servers that require them.
    pub(crate) blobs: [(RemoteBlob, Bytes); 2],
}

impl ActionKey {
    pub(crate) fn new(key: Key) -> Self {
        let arguments = vec!["rigmill".to_owned(), "action".to_owned(), key.to_string()];
        let command = Bytes::from(Command { arguments, ..Command::default() }.encode_to_vec());
        let command_id = digest::of(&command);
        let action = Action {
            command_digest: Some(command_id.into()),
            input_root_digest: Some(digest::of(b"").into()),
            salt: SALT.to_vec(),
            ..Action::default()
        };
        let action = Bytes::from(action.encode_to_vec());
        let id = digest::of(&action);
        Self { id, blobs: [(command_id, command), (id, action)] }
    }
}

/// Where a value is stored.
pub(crate) enum StoredValue {
    /// The value is part of the result itself.
    Inline(Bytes),
    /// The value is in a separate blob.
    Blob(RemoteBlob),
}

/// Serializes the result that contains a value and the names of its artifacts.
pub(crate) fn encode_result(value: StoredValue, artifacts: &[(Key, RemoteBlob)]) -> Bytes {
    let (stdout_raw, stdout_digest) = match value {
        StoredValue::Inline(bytes) => (bytes, None),
        StoredValue::Blob(blob) => (Bytes::new(), Some(blob.into())),
    };
    let file = |&(name, blob): &(Key, RemoteBlob)| OutputFile { path: name.to_string(), digest: Some(blob.into()) };
    let output_files = artifacts.iter().map(file).collect();
    ActionResult { output_files, exit_code: 0, stdout_raw, stdout_digest }.encode_to_vec().into()
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2 as official;

    use super::*;

    /// The expected values come from a Python script that writes the messages byte by byte.
    #[test]
    fn a_key_is_the_same_for_ever() {
        let key = ActionKey::new(Key::from_bytes([0xab; 32]));
        assert_eq!(
            digest::hex(&key.blobs[0].0.sha256),
            "4525e9f2cd64bc06d58d3e3e8c0486e2e953756c721c9057272b1dfcfff464f2"
        );
        assert_eq!(digest::hex(&key.id.sha256), "29a115aa44114fb5acd8e8f0382163570d7c5d869a64a69f85313202689ea72c");
        assert_eq!(key.id.size, key.blobs[1].1.len() as u64);
    }

    #[test]
    fn others_read_the_action_and_its_result() {
        let key = ActionKey::new(Key::from_bytes([1; 32]));
        let action = official::Action::decode(key.blobs[1].1.clone()).unwrap();
        assert_eq!(action.command_digest.unwrap().hash, digest::hex(&key.blobs[0].0.sha256));
        assert_eq!(action.input_root_digest.unwrap().size_bytes, 0);
        let command = official::Command::decode(key.blobs[0].1.clone()).unwrap();
        assert_eq!(command.arguments, ["rigmill", "action", &"01".repeat(32)]);
        let artifact = (Key::from_bytes([2; 32]), digest::of(b"artifact"));
        let result = encode_result(StoredValue::Inline(Bytes::from_static(b"value")), &[artifact]);
        let result = official::ActionResult::decode(result).unwrap();
        assert_eq!((result.stdout_raw.as_slice(), result.exit_code), (b"value".as_slice(), 0));
        assert_eq!(result.output_files[0].path, "02".repeat(32));
        assert_eq!(result.output_files[0].digest.as_ref().unwrap().size_bytes, 8);
        let result = official::ActionResult::decode(encode_result(StoredValue::Blob(artifact.1), &[])).unwrap();
        assert_eq!(result.stdout_digest.unwrap().hash, digest::hex(&artifact.1.sha256));
    }
}
