//! `rigmill view` in a process of its own, and in a real browser.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::browser::Browser;
use crate::support::{Project, files_below, repository, rigmill};

/// The running program.
struct View {
    child: Child,
    address: String,
}

impl View {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
        Self::spawn(
            command.arg("view").arg(folder).args(["--no-open", "--cache-dir"]).arg(folder.with_file_name("cache")),
        )
    }

    /// Starts it with a command of the caller's, and reads its address.
    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        // What it says is read, so that it never waits for that.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    /// What the server answers to a GET.
    fn get(&self, path: &str) -> String {
        let [host, token] = [2, 3].map(|part| self.address.split('/').nth(part).unwrap());
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{token}/{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A copy of the sample game's sources.
fn sample() -> Project {
    Project::copy_of(&repository().join("content"))
}

/// How many different colours a picture has, and how many of its pixels are orange, as the robot's armour is.
fn colours(rows: &[Vec<[u8; 3]>]) -> (usize, usize) {
    // Right of the list, below the title and above the time line.
    let picture: Vec<[u8; 3]> = rows[80..rows.len() - 120].iter().flat_map(|row| row[300..].iter().copied()).collect();
    let orange = picture.iter().filter(|[r, g, b]| *r > 150 && *g > 50 && *g < 130 && *b < 90).count();
    (picture.iter().collect::<BTreeSet<_>>().len(), orange)
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_sample_games_robot_is_seen_runs_and_survives_a_broken_source() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#clip=Animation/Players/Grund/Low_Run&time=0.2", view.address));
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    let (shades, orange) = colours(&browser.screenshot());
    assert!(shades > 500 && orange > 500, "{shades} colours, {orange} orange pixels");
    assert_eq!(browser.value("document.querySelectorAll('#events span').length"), 2, "both footsteps");

    browser.value("document.getElementById('play').click()");
    browser.until("document.documentElement.dataset.posed > 0.3");

    let skeleton = project.root().join("Models/Grund.skeleton.toml");
    let good = fs::read_to_string(&skeleton).unwrap();
    fs::write(&skeleton, "broken").unwrap();
    browser.until("document.getElementById('problems').textContent.includes('Models/Grund.skeleton.toml:1')");
    let (_, orange) = colours(&browser.screenshot());
    assert!(orange > 500, "the last good one does not stay: {orange} orange pixels");
    fs::write(&skeleton, format!("{good}\n")).unwrap();
    browser.until("document.getElementById('problems').hidden");

    assert_eq!(browser.value("document.documentElement.dataset.failures ?? null"), serde_json::Value::Null);
    assert!(browser.failures.is_empty(), "{:#?}", browser.failures);
}

#[test]
fn built_content_is_shown_without_its_project() {
    let project = sample();
    let built = project.root().with_file_name("built");
    rigmill().arg("build").arg(project.root()).arg("--out").arg(&built).assert().success();
    let before = files_below(&built);
    let view = View::start(&built.join("native"));
    assert!(view.get("assets").contains(r#""name":"Models/Grund.model","since":0,"type":"Model"}"#));
    drop(view);
    assert_eq!(files_below(&built), before, "it wrote something");
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_failed_asset_is_listed_explained_and_part_of_the_graph() {
    let project = sample();
    project.write("Models/Broken.skeleton.toml", "broken");
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Grund", view.address));
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    browser.until("document.getElementById('count').textContent.endsWith(' assets, 1 failed')");
    let row = "document.querySelector('#list .asset:has(.state.failed)')";
    assert_eq!(browser.value(&format!("{row}.dataset.name")), "Models/Broken.skeleton");
    browser.value(&format!("{row}.click()"));
    browser
        .value("[...document.querySelectorAll('#side [role=tab]')].find((it) => it.textContent === 'Explain').click()");
    browser.until("document.getElementById('details').textContent.includes('Models/Broken.skeleton.toml:1')");

    browser.value("document.getElementById('open-graph').click()");
    browser.until("document.getElementById('graph').dataset.chosen === 'Models/Broken.skeleton'");
    browser.value("document.querySelector('#graph [type=search]').value = 'asset models/grund'");
    browser.value("document.querySelector('#graph [type=search]').dispatchEvent(new Event('change'))");
    // The model, its three textures and the look-ups of their names.
    browser.until("document.getElementById('graph').dataset.chosen === 'Models/Grund'");
    assert_eq!(browser.value("document.getElementById('graph').dataset.nodes"), "7");
    browser.until("document.getElementById('details').textContent.includes('Models/Textures/Grund_Armour.png')");
    assert!(browser.failures.is_empty(), "{:#?}", browser.failures);
}

#[test]
fn an_asset_of_the_project_here_is_shown_first() {
    let project = sample();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    let command = command.current_dir(project.root()).args(["view", "Models/Grund", "--no-open", "--cache-dir"]);
    let view = View::spawn(command.arg(project.root().with_file_name("cache")));
    assert!(view.address.ends_with("/#show=Models/Grund"), "{}", view.address);
    let mut unknown = rigmill();
    let unknown = unknown.current_dir(project.root()).args(["view", "Models/Grunt", "--no-open"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("Models/Grund"), "{unknown:?}");
}

/// A folder with the sample's robot and its textures, and a skeleton that is no part of it.
fn sources_without_a_project() -> Project {
    let (project, content) = (Project::new(), repository().join("content"));
    let files = [
        "Models/Grund.fbx",
        "Models/Textures/Grund_Armour.png",
        "Models/Textures/Grund_Armour_Normal.png",
        "Models/Textures/Grund_Frame.png",
    ];
    for file in files {
        project.write(file, fs::read(content.join(file)).unwrap());
    }
    project.write("Models/Other.skeleton.toml", "[[bone]]\nname = \"Root\"\n");
    project
}

/// Waits until the list of a view is as wanted.
fn until_listed(view: &View, wanted: impl Fn(&str) -> bool) {
    let begun = std::time::Instant::now();
    while !wanted(&view.get("assets")) {
        assert!(begun.elapsed() < crate::support::watching::PATIENCE, "{}", view.get("assets"));
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
#[cfg(unix)]
fn a_single_source_is_shown_with_what_it_needs_followed_and_left_alone() {
    let project = sources_without_a_project();
    let (before, temporary) = (files_below(&project.root()), tempfile::TempDir::new().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    let command = command.arg("view").arg(project.root().join("Models/Grund.fbx")).env("TMPDIR", temporary.path());
    let command = command.args(["--no-open", "--cache-dir"]).arg(project.root().with_file_name("cache"));
    let mut view = View::spawn(command);
    assert!(view.address.ends_with("/#show=Grund.fbx"), "{}", view.address);
    let model = |list: &str| list.contains(r#""name":"Grund.model""#);
    until_listed(&view, |list| model(list) && list.contains(r#""name":"Textures/Grund_Armour""#));
    assert!(!view.get("assets").contains("Other"));

    let texture = "Models/Textures/Grund_Frame.png";
    project.write(texture, project.read("Models/Textures/Grund_Armour_Normal.png"));
    let size = |list: &str, name: &str| {
        let row = list.split('{').find(|row| row.contains(name))?;
        row.split("\"bytes\":").nth(1)?.split(',').next()?.parse::<u64>().ok()
    };
    until_listed(&view, |list| size(list, "/Grund_Frame") == size(list, "/Grund_Armour_Normal"));

    let id = view.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    view.child.wait().unwrap();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "temporary files are left");
    assert_eq!(files_below(&project.root()), before, "it wrote beside the source");
}

#[test]
fn a_content_file_is_shown_with_what_is_beside_it() {
    let project = sample();
    let built = project.root().with_file_name("built");
    rigmill().arg("build").arg(project.root()).arg("--out").arg(&built).assert().success();
    let view = View::start(&built.join("native/Models/Grund.model.rmb"));
    assert!(view.address.ends_with("/#show=Grund.model"), "{}", view.address);
    assert!(view.get("assets").contains(r#""name":"Grund.skeleton""#));
}

/// A browser of the user's, which only writes down what it is to open.
#[test]
#[cfg(target_os = "linux")]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_browser_gets_a_private_file_that_leads_to_the_page() {
    use std::os::unix::fs::PermissionsExt;
    let project = sample();
    let programs = tempfile::TempDir::new().unwrap();
    let (opener, opened) = (programs.path().join("xdg-open"), programs.path().join("opened"));
    fs::write(&opener, format!("#!/bin/sh\nprintf %s \"$*\" > '{0}.part' && mv '{0}.part' '{0}'\n", opened.display()))
        .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    let path = format!("{}:{}", programs.path().display(), std::env::var("PATH").unwrap());
    let command = command.arg("view").arg(project.root()).env("PATH", path).arg("--cache-dir");
    let view = View::spawn(command.arg(project.root().with_file_name("cache")));
    let begun = std::time::Instant::now();
    while !opened.exists() {
        assert!(begun.elapsed() < crate::support::watching::PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let argument = fs::read_to_string(&opened).unwrap();
    assert!(!argument.contains(view.address.split('/').nth(3).unwrap()), "the secret is an argument: {argument}");
    assert_eq!(fs::metadata(&argument).unwrap().permissions().mode() & 0o777, 0o600);
    let mut browser = Browser::open(&format!("file://{argument}"));
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    assert!(browser.failures.is_empty(), "{:#?}", browser.failures);
}

#[test]
fn a_port_that_is_taken_is_a_failure_that_names_it() {
    let project = sample();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = rigmill().arg("view").arg(project.root()).args(["--no-open", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("127.0.0.1:{port}")));
}
