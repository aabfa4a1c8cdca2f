//! Tests that names and texts from files cannot affect a terminal or a CI log.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Output;

use crate::support::{Project, clip};

/// A new line that is a GitHub command, styles, a change of the text direction, C1 and DEL, and commands to other runners.
const EVIL: &str = "a\n::error file=x::pwned\u{1b}[35m\u{1b}]0;t\u{7}\u{202e}\u{9b}2J\u{7f} ##[error]##vso[task]\"b";
const SHOWN: &str = r#""a\n::error file=x::pwned\033[35m\033]0;t\a\342\200\256\302\2332J\177 "#;

/// Creates a project in which every name and text is hostile: a valid clip, an invalid clip, and a name that is not UTF-8.
fn hostile() -> Project {
    let project = Project::new();
    project.write(&format!("{EVIL}.Animation"), clip(&["1"]));
    project.write("  ::warning::w.Animation", clip(&["1"]));
    project
        .write(&format!("{EVIL}/bad.Animation"), "<AnimationSequence>\u{202e}\u{9b}2J ::error::x ##[error]</Oops>\n");
    project.write(&format!("{EVIL}/Grund.actions.toml"), "skeleton = \"no\\u001B[31m\\n::error::x\"\nlayers = 1\n");
    fs::write(project.root().join(OsStr::from_bytes(b"raw\xff\x1b.Animation")), clip(&["1"])).unwrap();
    fs::create_dir(project.root().join(OsStr::from_bytes(b"folder\xff"))).unwrap();
    project
}

fn check(output: &Output, what: &str, commands: bool) -> String {
    let text =
        [&output.stdout[..], &output.stderr[..]].map(|bytes| String::from_utf8(bytes.to_vec()).unwrap()).concat();
    // The program's own styles contain only digits and `m`. The names add no other styles.
    let mut plain = text.clone();
    for style in [0, 1, 2, 31, 32, 33, 36, 91, 92, 93, 94, 96] {
        plain = plain.replace(&format!("\u{1b}[{style}m"), "");
    }
    let hidden =
        |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}');
    assert!(!plain.contains(hidden), "{what}: {plain:?}");
    for line in plain.lines() {
        assert!(commands || !line.trim_start().starts_with("::"), "{what}: {line}");
        assert!(!line.starts_with("::error file=x") && !line.starts_with("::error::x"), "{what}: {line}");
        assert!(commands || !line.contains("##[") && !line.contains("##vso["), "{what}: {line}");
    }
    text
}

#[test]
fn no_name_reaches_the_terminal_raw() {
    let project = hostile();
    let run = |command: &str, arguments: &[&str]| {
        let output = project.command(command).args(arguments).output().unwrap();
        check(&output, &format!("{command} {arguments:?}"), arguments.contains(&"github"))
    };
    for format in ["human", "json", "github", "msbuild"] {
        run("build", &[".", "--force", "--message-format", format, "--color", "always"]);
    }
    let reported = run("build", &[".", "--force", "-v"]);
    assert!(reported.contains(&format!("built {SHOWN}\\043#[error]\\043#vso[task]\\\"b\"")), "{reported}");
    assert!(reported.contains(&format!("--> {SHOWN}")), "{reported}");
    assert!(reported.contains("   built   ::warning::w"), "{reported}");
    assert!(
        reported.contains("folder\u{fffd}/` is not built")
            && reported.contains("raw\u{fffd}\\033.Animation` is not built"),
        "{reported}"
    );
    for arguments in [&[][..], &["-v"], &["--json"]] {
        run("list", arguments);
    }
    let listed = run("list", &[]);
    assert!(listed.contains(&format!("fresh  {SHOWN}")), "{listed}");
    for asset in [EVIL, "  ::warning::w", &format!("{EVIL}/bad")] {
        run("explain", &[asset]);
        run("explain", &[asset, "--json"]);
        run("explain", &[&format!("{asset}x")]);
    }
    assert!(run("explain", &[EVIL]).starts_with(SHOWN));
    assert!(run("explain", &["  ::warning::w"]).starts_with("  \\072:warning::w is up to date"));
    for format in ["dot", "svg", "json"] {
        run("graph", &["--format", format]);
    }
    run("doctor", &["."]);
    run("verify", &["build", "-v"]);
    run("inspect", &[&format!("build/native/{EVIL}.rmb")]);
    run("inspect", &[&format!("{EVIL}/bad.Animation")]);
    run("play", &[&format!("{EVIL}/bad.Animation")]);
    run("build", &[".", &format!("--{EVIL}")]);
    run("build", &[EVIL]);
    let removed = run("clean", &[".", "-v"]);
    assert!(removed.contains(&format!("\"native/{}", &SHOWN[1..])), "{removed}");
}

#[test]
fn json_says_what_the_file_is_called_all_the_same() {
    let project = hostile();
    let built = project.build();
    assert!(built.changes().iter().any(|change| change.contains(EVIL)), "{:?}", built.changes());
}

#[test]
fn a_github_command_names_the_file_as_it_is() {
    let project = Project::new();
    project.write("a\n::b, 50%.Animation", "<AnimationSequence>");
    let output = project.command("build").args([".", "--message-format", "github"]).output().unwrap();
    let reported = String::from_utf8(output.stdout).unwrap();
    for start in
        ["::warning file=a%0A%3A%3Ab%2C 50%25.Animation,title=", "::error file=a%0A%3A%3Ab%2C 50%25.Animation,line="]
    {
        assert_eq!(reported.lines().filter(|line| line.starts_with(start)).count(), 1, "{reported}");
    }
}

#[test]
fn letters_of_other_scripts_stay_readable() {
    let project = Project::new();
    project.write("Bäume/走る.Animation", clip(&["1"]));
    project.write("Bäume/قفز.Animation", "<AnimationSequence>");
    let output = project.command("build").args([".", "-v"]).output().unwrap();
    let reported = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(reported.contains("built Bäume/走る ") && reported.contains("--> Bäume/قفز.Animation:1:"), "{reported}");
}

#[test]
fn a_highlight_stands_below_what_it_is_about() {
    let project = Project::new();
    project.write("rigmill.toml", "[project]\nname = \"\u{202e}\u{9b}\", nam\n");
    let output = project.command("build").arg(".").output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = reported.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("2 |")).unwrap_or_else(|| panic!("{reported}"));
    assert!(lines[at].ends_with(r#"name = "\342\200\256\302\233", nam"#), "{reported}");
    let mark = lines[at + 1].find('^').unwrap();
    assert_eq!(&lines[at][mark..], ", nam", "{reported}");
    assert!(reported.contains("rigmill.toml:2:12"), "{reported}");
}
