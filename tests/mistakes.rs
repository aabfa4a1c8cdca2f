//! Tests user errors: each is reported with its location, the problem and the remedy, in the requested format and with the
//! correct exit code.

mod in_commands;
mod in_manifests;
mod in_sources;

use std::process::Output;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Project, clip};
use in_commands::IN_COMMANDS;
use in_manifests::IN_MANIFESTS;
use in_sources::IN_SOURCES;

/// A user error in a project with the clip `run.Animation` and the text `notes.txt`.
#[derive(Clone, Copy)]
struct Mistake {
    /// The path of a file in the project, and its text.
    file: (&'static str, &'static str),
    command: &'static str,
    code: i32,
    /// The file, line and column, as far as they exist.
    place: &'static str,
    fact: &'static str,
    remedy: &'static str,
}

/// Creates an error in `rigmill.toml`, at a line and column.
const fn manifest(text: &'static str, place: &'static str, fact: &'static str, remedy: &'static str) -> Mistake {
    Mistake { file: ("rigmill.toml", text), command: "build .", code: 2, place, fact, remedy }
}

/// Creates an error on the command line.
const fn usage(command: &'static str, fact: &'static str, remedy: &'static str) -> Mistake {
    Mistake { file: ("empty/.keep", ""), command, code: 2, place: "", fact, remedy }
}

/// A wrong command line in a project that is not built.
const fn in_project(command: &'static str, fact: &'static str, remedy: &'static str) -> Mistake {
    Mistake { file: ("rigmill.toml", ""), command, code: 2, place: "", fact, remedy }
}

/// A mistake in a play script.
const fn script(text: &'static str, place: &'static str, fact: &'static str, remedy: &'static str) -> Mistake {
    Mistake { file: ("notes.play", text), command: "play notes.play", code: 2, place, fact, remedy }
}

/// A source that is not what its name says.
const fn source(
    name: &'static str,
    text: &'static str,
    place: &'static str,
    fact: &'static str,
    remedy: &'static str,
) -> Mistake {
    Mistake { file: (name, text), command: "build .", code: 1, place, fact, remedy }
}

impl Mistake {
    fn name(&self) -> String {
        format!("{} with {}: {:?}", self.command, self.file.0, self.file.1)
    }

    fn run(&self, format: &str) -> Output {
        let project = Project::new();
        project.write("run.Animation", clip(&["1"]));
        project.write("notes.txt", "hello");
        project.write(".git/config", "");
        project.write(self.file.0, self.file.1);
        let mut words = self.command.split(' ');
        let mut command = project.command(words.next().unwrap());
        command.args(words).args(["--message-format", format]).timeout(Duration::from_secs(60)).output().unwrap()
    }

    /// Checks the output for people.
    fn check_human(&self) {
        let output = self.run("human");
        let text = String::from_utf8(output.stderr).unwrap();
        let name = self.name();
        assert_eq!(output.status.code(), Some(self.code), "{name}\n{text}");
        for part in [self.place, self.fact, self.remedy] {
            assert!(text.contains(part), "{name}\nexpected {part:?} in\n{text}");
        }
    }

    /// Checks that one JSON message contains everything.
    fn check_json(&self) {
        let output = self.run("json");
        let text = String::from_utf8(output.stdout).unwrap();
        let name = self.name();
        assert_eq!(output.status.code(), Some(self.code), "{name}\n{text}");
        let messages: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let has_all = |message: &Value| {
            let field = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
            let place = ["line", "column"].iter().filter_map(|key| message[key].as_u64());
            let place = place.fold(field("file"), |place, number| format!("{place}:{number}"));
            let text = field("message") + "\n" + &field("help");
            message["reason"] == "diagnostic"
                && place == self.place
                && field("message").contains(self.fact)
                && text.contains(self.remedy)
        };
        assert!(
            messages.iter().any(has_all),
            "{name}\nexpected {:?}, {:?}, {:?} in\n{text}",
            self.place,
            self.fact,
            self.remedy
        );
    }

    /// Checks that MSBuild and IDEs recognize a line as the error, with its code and its place.
    fn check_msbuild(&self) {
        let output = self.run("msbuild");
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        let text = if cfg!(windows) { text.replace('\\', "/") } else { text };
        let [file, line, column] = {
            let mut place = self.place.split(':');
            [(); 3].map(|()| place.next().unwrap_or_default())
        };
        let origin = match (file, line) {
            ("", _) => "rigmill".to_owned(),
            (file, "") => file.to_owned(),
            (file, line) => format!("{file}({line},{column})"),
        };
        let marks = [": error R", ": warning R"];
        let has_all = |shown: &str| {
            marks.iter().any(|mark| shown.contains(&format!("{origin}{mark}"))) && shown.contains(self.fact)
        };
        assert!(text.lines().any(has_all), "{}\nexpected {origin} and {:?} in\n{text}", self.name(), self.fact);
    }

    /// Checks that GitHub shows it, at its place.
    fn check_github(&self) {
        let output = self.run("github");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut place = self.place.split(':');
        let parts = ["file=", "line=", "col="]
            .map(|key| place.next().filter(|it| !it.is_empty()).map(|it| format!("{key}{it}")));
        let has_all = |line: &str| {
            let line = line.replace("%0A", "\n");
            parts.iter().flatten().all(|part| line.contains(part)) && line.contains(self.fact)
        };
        let found = text.lines().any(|line| line.starts_with("::") && has_all(line));
        assert!(found, "{}\nexpected {parts:?} and {:?} in\n{text}", self.name(), self.fact);
    }
}

/// Checks all errors, some of them in parallel, and names each that fails.
fn check_all(check: fn(&Mistake)) {
    let mistakes = [IN_MANIFESTS, IN_COMMANDS, IN_SOURCES].concat();
    assert!(mistakes.len() > 51);
    let failed = |mistakes: &[Mistake]| -> Vec<String> {
        let fails = |mistake: &&Mistake| std::panic::catch_unwind(|| check(mistake)).is_err();
        mistakes.iter().filter(fails).map(Mistake::name).collect()
    };
    let (first, second) = mistakes.split_at(mistakes.len() / 2);
    let failed = std::thread::scope(|scope| {
        let other = scope.spawn(|| failed(second));
        [failed(first), other.join().unwrap()].concat()
    });
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn people_read_place_fact_and_remedy() {
    check_all(Mistake::check_human);
}

#[test]
fn programs_get_place_fact_and_remedy_in_one_message() {
    check_all(Mistake::check_json);
}

#[test]
fn msbuild_recognizes_each_mistake_with_its_place() {
    check_all(Mistake::check_msbuild);
}

#[test]
fn github_shows_each_mistake_at_its_place() {
    check_all(Mistake::check_github);
}

#[test]
fn the_wrong_order_of_arguments_and_options_works_or_is_reported() {
    let project = Project::new();
    project.write("run.Animation", clip(&["1"]));
    // Options can be before or after the path, and display options also before the command.
    for arguments in [&["-j", "1", "."][..], &[".", "-j", "1"]] {
        assert!(project.command("build").args(arguments).output().unwrap().status.success());
    }
    let mut command = crate::support::rigmill();
    let output = command.args(["--message-format", "json", "build", "."]).current_dir(project.root()).output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"{"));
}
