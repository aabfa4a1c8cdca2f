//! `rigmill watch` in a process of its own: a saved file ends in a rebuilt one, and Ctrl-C ends it all.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;

use crate::support::{Project, clip};

/// Far longer than any rebuild takes.
const PATIENCE: Duration = Duration::from_secs(30);

struct Watching {
    child: Child,
    messages: Receiver<Value>,
}

impl Watching {
    fn start(project: &Project) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
        command.args(["watch", ".", "--message-format", "json", "--cache-dir", "../cache"]).current_dir(project.root());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (sender, messages) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(serde_json::from_str(&line).unwrap());
            }
        });
        let watching = Self { child, messages };
        watching.wait_for(|message| message["reason"] == "build-finished");
        watching
    }

    fn wait_for(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the message did not come");
            if wanted(&message) {
                return message;
            }
        }
    }

    fn reloaded(&self, asset: &str) {
        self.wait_for(|message| message["reason"] == "reload" && message["asset"] == asset);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_saved_made_or_deleted_is_rebuilt() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let watching = Watching::start(&project);
    project.write("a.Animation", clip(&["2"]));
    watching.reloaded("a");
    project.write("new/deep/b.Animation", clip(&["3"]));
    watching.reloaded("new/deep/b");
    project.write("a.Animation", "broken");
    watching.wait_for(|message| message["reason"] == "diagnostic" && message["level"] == "error");
    fs::write(project.root().join("saved.tmp"), clip(&["4"])).unwrap();
    fs::rename(project.root().join("saved.tmp"), project.root().join("a.Animation")).unwrap();
    watching.reloaded("a");
    fs::remove_dir_all(project.root().join("new")).unwrap();
    watching.wait_for(|message| message["reason"] == "asset" && message["status"] == "removed");
    let watched = project.outputs();
    drop(watching);
    fs::remove_dir_all(project.root().join("build")).unwrap();
    project.build_with(&["--force"]);
    assert_eq!(project.outputs(), watched);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let mut watching = Watching::start(&project);
    let killed = Command::new("kill").args(["-INT", &watching.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}
