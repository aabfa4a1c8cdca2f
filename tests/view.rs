//! Tests `rigmill view` in a separate process, and in a real browser.
#![allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::{AnimatedModel, Content, PlayOptions, Rules};

use crate::support::browser::Browser;
use crate::support::{Project, files_below, repository, rigmill};

/// The running program.
pub(crate) struct View {
    child: Child,
    pub(crate) address: String,
}

impl View {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
        Self::spawn(
            command.arg("view").arg(folder).args(["--no-open", "--cache-dir"]).arg(folder.with_file_name("cache")),
        )
    }

    /// Starts the program with the caller's command, and reads its address.
    fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        // Its output is read, so that it never blocks on it.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    /// Returns the server's response to a GET request.
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

/// Creates a copy of the sample game's sources.
pub(crate) fn sample() -> Project {
    Project::copy_of(&repository().join("content"))
}

/// Returns the number of different colours in a picture, and the number of orange pixels (the colour of the robot's armour).
fn colours(rows: &[Vec<[u8; 3]>]) -> (usize, usize) {
    // The area to the right of the list, below the title and above the time line.
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
    assert_eq!(browser.value("document.querySelectorAll('#events button').length"), 2, "both footsteps");

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

    browser.assert_no_failures();
}

/// Returns JavaScript that clicks the button or tab with this text.
pub(crate) fn click(text: &str) -> String {
    format!("[...document.querySelectorAll('button')].find((it) => it.textContent === {text:?}).click()")
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_compressed_clip_is_compared_with_its_source_and_tried_with_other_bounds() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#clip=Animation/Compressed/Salute&time=0.5", view.address));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.5) < 1e-6");
    browser.value(&click("Compression"));
    browser.until("document.documentElement.dataset.worst > 0");
    let file = project.root().join("build/native/Animation/Compressed/Salute.rmb");
    let inspected = rigmill().args(["inspect", "--json"]).arg(&file).output().unwrap();
    let inspected: serde_json::Value = serde_json::from_slice(&inspected.stdout).unwrap();
    let worst: f64 = browser.value("document.documentElement.dataset.worst").as_str().unwrap().parse().unwrap();
    let stated = 1000.0 * inspected["largest_error"].as_f64().unwrap();
    assert!(worst <= 1.001 * stated && worst > 0.5 * stated, "found {worst} mm, stated {stated} mm");
    let seen = browser.value("document.querySelector('[aria-label=Compression]').textContent.replaceAll(',', '')");
    let seen = seen.as_str().unwrap();
    for size in ["packed_bytes", "raw_bytes"] {
        assert!(seen.contains(&format!("{} bytes", inspected[size])), "{size}: {seen}");
    }

    // With the bounds of its build, the trial is equal to the built file.
    browser.value(&click("Compress"));
    browser.until("document.querySelector('[aria-label=Compression] pre')?.textContent.includes('error_mm = 0.1')");
    let seen = browser.value("document.querySelector('[aria-label=Compression]').textContent.replaceAll(',', '')");
    let length = fs::metadata(&file).unwrap().len();
    assert!(seen.as_str().unwrap().contains(&format!("{length} bytes in the file")), "{length}: {seen}");
    browser.assert_no_failures();

    // A clip whose build names no skeleton is compressed for the skeleton that is shown, and so is the rule.
    let mut browser = Browser::open(&format!("{}#clip=Animation/Players/Grund/Low_Run&time=0.2", view.address));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    browser.value(&click("Compression"));
    browser.until("[...document.querySelectorAll('button')].some((it) => it.textContent === 'Compress')");
    browser.value(&click("Compress"));
    let rule = "document.querySelector('[aria-label=Compression] pre')";
    browser.until(&format!("{rule}?.textContent.includes('skeleton = \"Models/Grund.skeleton\"')"));
    let rule = browser.value(&format!("{rule}.textContent"));
    let manifest = project.root().join("rigmill.toml");
    let before = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, format!("{before}\n{}", rule.as_str().unwrap())).unwrap();
    let built = rigmill().arg("build").arg(project.root()).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn actions_play_by_both_rules_and_the_keys_of_a_bone_are_seen() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#clip=Animation/Players/Grund/Low_Run&time=0.2", view.address));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    browser.value(&click("Curves"));
    browser.until("/\\d+ keys/.test(document.querySelector('[aria-label=Curves]').textContent)");
    browser.value(&click("Actions"));
    browser.until("document.querySelector('[aria-label=Actions]').textContent.includes('ForwardHandgunFire')");
    browser.value("document.querySelector('[aria-label=Actions] input').click()");
    browser.value(&click("Run"));
    browser.until("document.documentElement.dataset.figures === '2' && document.documentElement.dataset.posed > 0.2");
    browser.value(&click("ForwardHandgunFire"));
    browser.until("document.getElementById('events').textContent.includes('ForwardHandgunFire')");
    let (_, orange) = colours(&browser.screenshot());
    assert!(orange > 500, "{orange} orange pixels");
    browser.assert_no_failures();
}

/// The positions of bones in model space, and their parents.
pub(crate) type Joints = (Vec<[f64; 3]>, Vec<Option<usize>>);

/// Returns the positions that the runtime computes for the bones of the sample game's robot, 0.2 s after a clip began.
pub(crate) fn joints(content: &Content, clip: &str) -> Joints {
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let clip = Clip::load(content, clip, &skeleton.view()).unwrap();
    let mut model = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
    model.play(&clip, &PlayOptions::default()).unwrap();
    model.update(0.2).unwrap();
    let places = model.absolute().iter().map(|bone| [bone[12], bone[13], bone[14]].map(f64::from)).collect();
    (places, skeleton.view().bones().map(|bone| bone.parent()).collect())
}

/// Projects a point to pixels of a picture of this size, seen from 5 m in front of (0, 1, 0). The angle of view is 0.7 radians
/// vertically.
fn seen([x, y, z]: [f64; 3], [width, height]: [f64; 2]) -> [f64; 2] {
    // The tangent of 0.35.
    let focal = height / 2.0 / 0.365_028_494_830_446_86;
    [width / 2.0 + focal * x / (5.0 - z), height / 2.0 - focal * (y - 1.0) / (5.0 - z)]
}

/// Returns the left, top, width and height of the canvas in the page.
fn canvas(browser: &mut Browser) -> [f64; 4] {
    let area = "(({ left, top, width, height }) => [left, top, width, height])(document.getElementById('canvas').getBoundingClientRect())";
    serde_json::from_value(browser.value(area)).unwrap()
}

/// Returns the pixels of the canvas. The list beside it can still change: its thumbnails are loaded later.
pub(crate) fn picture(browser: &mut Browser) -> Vec<Vec<[u8; 3]>> {
    #[expect(clippy::cast_possible_truncation, reason = "a page has a few thousand pixels")]
    let [left, top, width, height] = canvas(browser).map(|side| side as usize);
    let page = browser.screenshot();
    page[top..][..height].iter().map(|row| row[left..][..width].to_vec()).collect()
}

fn apart([x, y]: [f64; 2], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    let [dx, dy] = [bx - ax, by - ay];
    let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
    (ax + along * dx - x).hypot(ay + along * dy - y)
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn bones_are_drawn_where_the_runtime_puts_them() {
    let project = sample();
    let view = View::start(&project.root());
    let wanted = "show=Models/Grund.skeleton&clip=Animation/Players/Grund/Low_Run&time=0.2&camera=0,0,5,0,1,0";
    let mut browser = Browser::open(&format!("{}#{wanted}", view.address));
    browser.until("Math.abs(document.documentElement.dataset.posed - 0.2) < 1e-6");
    browser.value("document.getElementById('show-ground').click()");
    let with = browser.screenshot();
    browser.value("document.getElementById('show-bones').click()");
    let without = browser.screenshot();
    let [left, top, width, height] = canvas(&mut browser);
    let mut drawn = Vec::new();
    for (y, (row, other)) in with.iter().zip(&without).enumerate() {
        let differing = row.iter().zip(other).enumerate().filter(|(_, (pixel, other))| pixel != other);
        drawn.extend(differing.map(|(x, _)| [x as f64 + 0.5 - left, y as f64 + 0.5 - top]));
    }
    drawn.retain(|[x, y]| (0.0..width).contains(x) && (80.0..height).contains(y));
    assert!(drawn.len() > 500, "{} pixels", drawn.len());

    let content = Content::open(project.root().join("build/native")).unwrap();
    let (places, parents) = joints(&content, "Animation/Players/Grund/Low_Run");
    let points: Vec<[f64; 2]> = places.iter().map(|place| seen(*place, [width, height])).collect();
    let bones: Vec<[[f64; 2]; 2]> = points
        .iter()
        .zip(&parents)
        .filter_map(|(point, parent)| Some([points[(*parent)?], *point]))
        .filter(|[from, to]| (to[0] - from[0]).hypot(to[1] - from[1]) > 10.0)
        .collect();
    assert!(bones.len() > 20, "{} bones", bones.len());
    for end in bones.iter().flatten() {
        let nearest = drawn.iter().map(|pixel| apart(*pixel, *end, *end)).fold(f64::INFINITY, f64::min);
        assert!(nearest <= 1.5, "no bone ends at {end:?}: the nearest is {nearest} pixels away");
    }
    // A bone is drawn as a double pyramid that extends 0.045 of its length to all sides.
    for pixel in &drawn {
        let outside = points.iter().zip(&parents).filter_map(|(to, parent)| {
            let from = points[(*parent)?];
            let near = apart(*pixel, from, *to);
            Some(near - 0.07 * (to[0] - from[0]).hypot(to[1] - from[1]))
        });
        let outside = outside.fold(f64::INFINITY, f64::min);
        assert!(outside <= 6.0, "{pixel:?} is {outside} pixels outside of all bones");
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_face_is_moved_by_a_clip_and_by_hand() {
    let project = Project::new();
    project.write("face.gltf", fs::read(repository().join("fuzz/seeds/face.gltf")).unwrap());
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=face.model&clip=face@Talk&time=0.25", view.address));
    // Halfway from (0, 0) at the start to (1, 0.5) at half a second.
    browser.until("document.documentElement.dataset.weights === '0.5 0.25'");
    browser.value("document.getElementById('show-ground').click()");
    let before = picture(&mut browser);
    let slide = |weight: &str| {
        format!(
            "{{ const smile = [...document.querySelectorAll('#display label')].find((it) => it.textContent.includes('Smile')); \
             smile.firstElementChild.nextElementSibling.value = '{weight}'; \
             smile.firstElementChild.nextElementSibling.dispatchEvent(new Event('input')); }}"
        )
    };
    browser.value(&slide("1"));
    browser.until("document.documentElement.dataset.weights === '1 0.25'");
    assert_ne!(picture(&mut browser), before, "the face does not move");
    browser.value(&click("As the clip has them"));
    browser.until("document.documentElement.dataset.weights === '0.5 0.25'");
    assert_eq!(picture(&mut browser), before);
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn a_model_that_is_exported_again_is_listed_anew_and_hidden_meshes_stay_hidden() {
    let project = Project::new();
    let face = fs::read_to_string(repository().join("fuzz/seeds/face.gltf")).unwrap();
    project.write("face.gltf", &face);
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=face.model", view.address));
    let meshes = "[...document.querySelectorAll('#display .rows .row')].map((it) => \
                  `${it.querySelector('label').textContent.trim()} ${it.querySelector('input').checked}`).join()";
    browser.until(&format!("{meshes} === 'Face true'"));
    browser.value("document.querySelector('#display .rows input').click()");
    let node = |name: &str| format!("  {{\n   \"name\": {name:?},\n   \"mesh\": 0\n  }}");
    let with_hat = face.replace(&node("Face"), &format!("{},\n{}", node("Face"), node("Hat")));
    project.write("face.gltf", with_hat.replace("\"nodes\": [\n    0\n", "\"nodes\": [\n    1,\n    0\n"));
    browser.until(&format!("{meshes}.split(',').sort().join() === 'Face false,Hat true'"));
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn the_arrow_keys_show_the_next_asset_while_nothing_has_the_focus() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&format!("{}#show=Models/Levels/Beacon.model", view.address));
    browser.until("document.documentElement.dataset.shown === 'Models/Levels/Beacon.model'");
    let press = |element: &str, key: &str| {
        format!("document.{element}.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    };
    browser.value(&press("body", "ArrowDown"));
    browser.until("document.documentElement.dataset.shown === 'Models/Levels/Yard.model'");
    browser.value(&press("body", "ArrowUp"));
    browser.until("document.documentElement.dataset.shown === 'Models/Levels/Beacon.model'");
    browser.assert_no_failures();
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs chromium")]
fn every_type_of_content_is_shown() {
    let project = sample();
    let view = View::start(&project.root());
    let mut browser = Browser::open(&view.address);
    browser.until("document.documentElement.dataset.shown === 'Models/Grund.model'");
    let assets = [
        "Models/Textures/Grund_Armour",
        "Models/Levels/Yard_Sky",
        "Models/Levels/Yard_Collision",
        "Models/Grund.skeleton",
        "Models/Grund.breath",
        "Models/Grund.spring",
        "Fonts/Display",
        "Sounds/Footstep",
        "Data/Grund",
        "Hero/Grund.actions",
        "Motion/Patrol",
        "Animation/Compressed/Salute",
        "Animation/Curves/Nod",
        "Animation/Sampled/Sway",
        "Animation/Players/Grund/Low_Run.events",
    ];
    for name in assets {
        // Found through the search, because only visible rows of the list have elements.
        browser.value(&format!(
            "{{ const search = document.getElementById('search'); search.value = '{name}'; \
             search.dispatchEvent(new Event('input')); \
             document.querySelector('[data-name=\"{name}\"]').click(); }}"
        ));
        browser.until(&format!("document.documentElement.dataset.shown === '{name}'"));
        let problems = browser.value("document.getElementById('problems').textContent");
        assert_eq!(problems, "", "{name}");
    }
    browser.assert_no_failures();
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
    // A build that changes what is still shown does not replace the choice.
    project.write("Models/Other.skeleton.toml", "[[bone]]\nname = \"Root\"\n");
    let armour = project.read("Models/Textures/Grund_Frame.png");
    project.write("Models/Textures/Grund_Armour.png", armour);
    browser.until("document.getElementById('list').textContent.includes('Other')");
    browser.until("document.querySelector('#list [aria-selected=true]')?.dataset.name === 'Models/Broken.skeleton'");
    browser.until("document.getElementById('details').textContent.includes('Models/Broken.skeleton.toml:1')");

    browser.value("document.getElementById('open-graph').click()");
    browser.until("document.getElementById('graph').dataset.chosen === 'Models/Broken.skeleton'");
    browser.value("document.querySelector('#graph [type=search]').value = 'asset models/grund'");
    browser.value("document.querySelector('#graph [type=search]').dispatchEvent(new Event('change'))");
    // The model, its three textures, and the lookups of their names.
    browser.until("document.getElementById('graph').dataset.chosen === 'Models/Grund'");
    assert_eq!(browser.value("document.getElementById('graph').dataset.nodes"), "7");
    browser.until("document.getElementById('details').textContent.includes('Models/Textures/Grund_Armour.png')");
    // The chosen node has the accent colour of the style sheet: #8f4e00, or #e9a23b in the dark theme.
    let is_light = browser.value("document.documentElement.dataset.theme") == "light";
    let accent = if is_light { [0x8f, 0x4e, 0x00] } else { [0xe9, 0xa2, 0x3b] };
    let pixels = "(() => {
        const pen = document.querySelector('#graph canvas').getContext('2d');
        const pixels = new Uint32Array(pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height).data.buffer);
        return pixels.filter((pixel) => (pixel & 0xffffff) === ACCENT).length > 500;
    })()";
    let number = accent.iter().rev().fold(0, |sum, byte| sum << 8 | byte);
    browser.until(&pixels.replace("ACCENT", &i32::to_string(&number)));
    browser.assert_no_failures();
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

/// Creates a folder with the sample game's robot and its textures, and a skeleton that does not belong to it.
#[cfg(unix)]
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

/// Waits until the list of a view satisfies a condition.
#[cfg(unix)]
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
#[cfg(unix)]
fn a_single_source_is_named_as_the_user_named_it() {
    let project = Project::new();
    project.write("run.Animation", "<AnimationSequence>");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill"));
    command.args(["view", "run.Animation", "--no-open", "--cache-dir", "../cache"]).current_dir(project.root());
    let mut watching = crate::support::watching::Watching::spawn(command);
    watching.said("--> run.Animation:1:");
    watching.said("watching run.Animation ");
    project.write("run.Animation", "<AnimationSequence><Odd>");
    watching.said("--> run.Animation:1:");
    assert_eq!(watching.stop("INT").code(), Some(0));
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

/// The user's browser is replaced with a program that only writes down what it should open.
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
    let path = format!("{}:{}", programs.path().display(), env!("PATH"));
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
    browser.assert_no_failures();
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

/// Runs `rigmill view` with these arguments and returns its standard error.
fn draw(folder: &Path, args: &[&str]) -> (bool, String) {
    let cache = folder.join("cache");
    let output = rigmill().current_dir(folder).arg("view").args(args).arg("--cache-dir").arg(cache).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_commands_of_the_readme_draw_the_sample_game() {
    let project = sample();
    let folder = project.root().parent().unwrap().to_owned();
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let project = project.root().to_str().unwrap().to_owned();
    // These are paths in a checkout, which the test must not write to.
    let own = |arg: &str| if arg == "content" { project.clone() } else { arg.replace("docs/images/", "") };
    let commands = readme.lines().filter(|line| line.contains("--gif docs/images/"));
    let commands: Vec<Vec<String>> =
        commands.map(|line| line.split(" view ").nth(1).unwrap().split_whitespace().map(own).collect()).collect();
    assert_eq!(commands.len(), 2);
    for (mut args, film) in commands.into_iter().zip(["grund.gif", "pilot.gif"]) {
        // A smaller size, so that the test runs faster.
        *args.last_mut().unwrap() = "96x80".to_owned();
        let (success, said) = draw(&folder, &args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(success, "{said}");
        assert!(fs::read(folder.join(film)).unwrap().starts_with(b"GIF89a"));
        assert!(repository().join("docs/images").join(film).exists());
    }

    let png = [
        "Models/Grund",
        "--project",
        &project,
        "--clip",
        "Low_Run",
        "--time",
        "0.4",
        "--size",
        "200x160",
        "--png",
        "grund.png",
    ];
    let (success, said) = draw(&folder, &png);
    assert!(success, "{said}");
    let decoder = png::Decoder::new(std::io::Cursor::new(fs::read(folder.join("grund.png")).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.width, info.height), (200, 160));
    let rows: Vec<Vec<[u8; 3]>> = bytes.as_chunks().0.chunks(200).map(<[_]>::to_vec).collect();
    let orange = rows.iter().flatten().filter(|[r, g, b]| *r > 150 && *g > 50 && *g < 130 && *b < 90).count();
    assert!(orange > 200, "{orange} orange pixels");
}

#[test]
fn what_cannot_be_drawn_is_said_and_no_file_is_made() {
    let project = sample();
    let root = project.root();
    for (args, expected) in [
        (&["Models/Grun", "--png", "it.png"][..], "did you mean `Models/Grund`?"),
        (&["Sounds/Footstep", "--png", "it.png"], "is of type Sound, but only models"),
        (&["Models/Grund", "--gif", "it.gif"], "--gif and --time need a clip"),
        (&["Models/Grund", "--gif", "it.gif"], "these clips fit: Animation/"),
        (&["Models/Grund", "--png", "it.png", "--clip", "Low_Rnu"], "did you mean `Low_Run`?"),
        (&["Models/Grund", "--png", "it.png", "--clip", "xyz"], "these clips fit: Animation/"),
        (&["Models/Pilot", "--png", "it.png", "--clip", "Low_Run"], "Grund/Low_Run does not fit Models/Pilot"),
        (&["Models/Grund", "--png", "it.png", "--time", "1"], "add --clip, such as --clip Animation/"),
        (&["Models/Grund", "--png", "it.png", "--clip", "Low_Run", "--time", "99"], "choose a --time from 0 to "),
        (&["Models/Grund", "--png", "it.png", "--clip", "Low_Run", "--time", "-1"], "so it has no pose at -1 s"),
        (&["Models/Grund", "--png", "it.png", "--clip", "Run"], "Run can mean Animation/Players/Grund/Low_Run or"),
        (&["Models/Grund", "--png", "it.png", "--size", "0x9"], "write a width and a height from 1 to 8192 pixels"),
        (&["Models/Grund", "--png", "it.png", "--camera", "north"], "YAW,PITCH"),
        (&["Models/Grund", "--png", "it.png", "--camera", "30,14,-5"], "write a DISTANCE above 0 metres"),
        (&["Models/Grund", "--png", "it.png", "--camera", "30,91"], "write a PITCH from -90 to 90"),
        (&["Models/Grund", "--gif", "it.gif", "--rate", "99"], "write a number from 1 to 50"),
        (
            &["Models/Grund", "--gif", "it.gif", "--clip", "Low_Run", "--time", "1"],
            "cannot be used with '--time <SECONDS>'",
        ),
        (&["Models/Grund", "--png", "it.png", "--no-open"], "'--no-open' cannot be used"),
        (&["Models/Grund", ".", "--png", "it.png"], "'--project .'"),
        (&["Models/Textures/Yard_Sand", "--gif", "it.gif"], "textures do not move"),
        (&["Models/Textures/Yard_Sand", "--png", "it.png", "--bones"], "--bones has no effect"),
        (&["--png", "it.png"], "PATH"),
        (&["Models/Grund", "--time", "0.4"], "--png"),
    ] {
        let (success, said) = draw(&root, args);
        assert!(!success && said.contains(expected), "{args:?}: {said}");
    }
    assert!(!root.join("it.png").exists() && !root.join("it.gif").exists());
    let texture = "Models/Textures/Yard_Sand.png";
    let painted = project.read(texture);
    let (success, said) = draw(&root, &["Models/Grund", "--png", texture]);
    assert!(!success && said.contains("Rigmill did not draw this picture"), "{said}");
    assert_eq!(project.read(texture), painted);
}
