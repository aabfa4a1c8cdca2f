//! [`Request`]: an action as the Remote Execution API describes it.
//!
//! ```text
//! command   ./rigmill, the arguments from the settings, the arguments of the action; the output folder is `out`
//! folder    the working folder is `action`; it contains the files of the action, and the program as `rigmill`
//! ```
//!
//! The working folder is not the root, because some servers put their own folders there, such as `bin` and `usr`, which would
//! hide folders of the input.
//!
//! The output folder is in both `output_paths` (servers since version 2.1) and `output_directories` (older servers; newer ones
//! ignore it). Likewise, the platform is in both the command and the action. As a result, an action has the same digest on all
//! servers.

use std::time::Duration;

use bytes::Bytes;
use prost::Message;
use rigmill_graph::RemoteAction;
use rigmill_store::RemoteBlob;

use super::failure::Failure;
use super::input_root::{InputNode, InputRoot};
use super::inputs::{InputBlob, Inputs, Origin};
use crate::digest;
use crate::reapi::{self, Action, Command, NamedValue, Platform};

/// The name of the program in the working folder.
const PROGRAM: &str = "rigmill";

/// The name of the working folder.
const FOLDER: &str = "action";

/// The name of the folder for results in the working folder.
pub(super) const OUTPUT: &str = "out";

/// The parts that all actions have in common.
pub(super) struct Template {
    pub(super) command: Vec<String>,
    platform: Option<Platform>,
    timeout: reapi::Duration,
}

impl Template {
    pub(super) fn new(command: Vec<String>, platform: &[(String, String)], timeout: Duration) -> Self {
        let properties = sorted(platform);
        let platform = (!properties.is_empty()).then_some(Platform { properties });
        let seconds = i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX);
        let nanos = i32::try_from(timeout.subsec_nanos()).unwrap_or_default();
        Self { command, platform, timeout: reapi::Duration { seconds, nanos } }
    }

    fn command(&self, action: &RemoteAction) -> Command {
        let program = format!("./{PROGRAM}");
        let arguments = [&[program], self.command.as_slice(), &action.arguments].concat();
        let output = vec![OUTPUT.to_owned()];
        Command {
            arguments,
            output_directories: output.clone(),
            platform: self.platform.clone(),
            working_directory: FOLDER.to_owned(),
            output_paths: output,
        }
    }

    fn action(&self, command: RemoteBlob, root: RemoteBlob) -> Action {
        Action {
            command_digest: Some(command.into()),
            input_root_digest: Some(root.into()),
            timeout: Some(self.timeout),
            platform: self.platform.clone(),
            ..Action::default()
        }
    }
}

/// An action that is ready to be sent.
pub(super) struct Request {
    pub(super) id: RemoteBlob,
    /// All blobs that the server needs before it runs the action, including the action itself.
    pub(super) blobs: Vec<InputBlob>,
}

impl Request {
    pub(super) async fn new(template: &Template, inputs: &Inputs, action: &RemoteAction) -> Result<Self, Failure> {
        let program = inputs.program().await?;
        let mut nodes = vec![(PROGRAM, InputNode { blob: program.blob, is_executable: true })];
        let mut blobs = vec![program];
        for file in &action.files {
            if file.path.split('/').next() == Some(OUTPUT) {
                return Err(Failure::action("an input is in the folder of results"));
            }
            let input = inputs.file(file).await?;
            nodes.push((&file.path, InputNode { blob: input.blob, is_executable: false }));
            blobs.push(input);
        }
        let root = InputRoot::new(FOLDER, nodes).map_err(Failure::action)?;
        blobs.extend(root.folders.into_iter().map(|(blob, bytes)| InputBlob { blob, origin: Origin::Bytes(bytes) }));
        let command = message(&template.command(action));
        let action = message(&template.action(command.blob, root.id));
        let id = action.blob;
        blobs.extend([command, action]);
        Ok(Self { id, blobs })
    }
}

fn message(message: &impl Message) -> InputBlob {
    let bytes = Bytes::from(message.encode_to_vec());
    InputBlob { blob: digest::of(&bytes), origin: Origin::Bytes(bytes) }
}

/// Sorted by name, then by value.
fn sorted(pairs: &[(String, String)]) -> Vec<NamedValue> {
    let mut values: Vec<NamedValue> =
        pairs.iter().map(|(name, value)| NamedValue { name: name.clone(), value: value.clone() }).collect();
    values.sort();
    values
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2 as official;
    use bazel_remote_apis::build::bazel::remote::execution::v2::platform::Property;

    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn template() -> Template {
        let platform = pairs(&[("os", "linux"), ("arch", "b"), ("arch", "a")]);
        Template::new(vec!["worker".to_owned()], &platform, Duration::from_millis(2500))
    }

    fn action() -> RemoteAction {
        RemoteAction { arguments: vec!["b".to_owned(), "a".to_owned()], ..RemoteAction::default() }
    }

    #[test]
    #[allow(deprecated, reason = "old servers know no other fields")]
    fn the_messages_are_those_of_the_official_definition() {
        let property = |name: &str, value: &str| Property { name: name.to_owned(), value: value.to_owned() };
        let properties = vec![property("arch", "a"), property("arch", "b"), property("os", "linux")];
        let platform = Some(official::Platform { properties });
        let expected = official::Command {
            arguments: ["./rigmill", "worker", "b", "a"].map(str::to_owned).to_vec(),
            output_directories: vec!["out".to_owned()],
            output_paths: vec!["out".to_owned()],
            platform: platform.clone(),
            working_directory: "action".to_owned(),
            ..Default::default()
        };
        let command = template().command(&action());
        assert_eq!(command.encode_to_vec(), expected.encode_to_vec());

        let (command, root) = (digest::of(b"command"), digest::of(b"root"));
        let official_digest = |blob: RemoteBlob| {
            let (hash, size_bytes) = (digest::hex(&blob.sha256), i64::try_from(blob.size).unwrap());
            Some(official::Digest { hash, size_bytes })
        };
        let official_action = official::Action {
            command_digest: official_digest(command),
            input_root_digest: official_digest(root),
            timeout: Some(prost_types(2, 500_000_000)),
            platform,
            ..Default::default()
        };
        assert_eq!(template().action(command, root).encode_to_vec(), official_action.encode_to_vec());
    }

    fn prost_types<T: Message + Default>(seconds: u8, nanos: u32) -> T {
        let duration = reapi::Duration { seconds: i64::from(seconds), nanos: i32::try_from(nanos).unwrap() };
        T::decode(duration.encode_to_vec().as_slice()).unwrap()
    }
}
