//! Tests `rigmill play` against the recorded traces of the original classes, and with the standard rules.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Project, clip, files_below, outside, rigmill};

pub(crate) fn play(script: &Path, content: &Path, rules: &str) -> String {
    let mut command = rigmill();
    command.arg("play").arg(script).arg("--content").arg(content).args(["--rules", rules]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{script:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn traces(robotgame: &Path) -> Vec<PathBuf> {
    let scripts: Vec<_> = files_below(&robotgame.join("play"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    assert!(scripts.len() >= 15, "the traces are not where they should be");
    scripts
}

/// Checks that every float of every line has the same bits. Both sides print nine significant digits, so all bytes are equal as
/// well.
pub(crate) fn check_trace(script: &Path, found: &str) {
    let expected = fs::read_to_string(script.with_extension("jsonl")).unwrap();
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        let values = [found, expected].map(|line| serde_json::from_str::<Value>(line).unwrap());
        assert_eq!(values[0], values[1], "{script:?}, line {}", number + 1);
        assert_eq!(found, expected, "{script:?}, line {}", number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{script:?}");
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn robotgame_rules_repeat_the_recorded_traces_from_sources() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    for script in traces(&robotgame) {
        check_trace(&script, &play(&script, &robotgame.join("content"), "robotgame"));
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn robotgame_rules_repeat_the_recorded_traces_from_built_content() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let project = Project::copy_of(&robotgame.join("content"));
    // This clip has two equal key times and cannot be imported.
    fs::remove_file(project.root().join("Animation/Synthetic/Times.Animation")).unwrap();
    assert_eq!(project.build().count("failed"), 0);
    for script in traces(&robotgame) {
        let text = fs::read_to_string(&script).unwrap().replace(".Animation", ".rmb");
        project.write("script.txt", text);
        check_trace(&script, &play(&project.root().join("script.txt"), &project.native(), "robotgame"));
    }
}

/// Returns the rotation matrices of one bone, frame by frame.
fn rotations(trace: &str, bone: &str) -> Vec<[[f64; 3]; 3]> {
    let matrix = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        let m = value["b"][bone]["m"].as_array()?.iter().map(|it| it.as_f64().unwrap()).collect::<Vec<_>>();
        Some([[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]])
    };
    trace.lines().filter_map(matrix).collect()
}

fn degrees_between(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> f64 {
    let trace: f64 = a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| x * y).sum();
    #[allow(clippy::disallowed_methods, reason = "a test's own measure; no output depends on it")]
    ((trace - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees()
}

fn largest_turn(rotations: &[[[f64; 3]; 3]]) -> f64 {
    rotations.windows(2).map(|pair| degrees_between(&pair[0], &pair[1])).fold(0.0, f64::max)
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn a_third_clip_in_mid_blend_does_not_jump_by_the_standard_rules() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let script = robotgame.join("play/05_third_mid_blend.txt");
    let around = |rules| {
        let trace = play(&script, &robotgame.join("content"), rules);
        // The third clip starts at frame 29.
        largest_turn(&rotations(&trace, "L Calf")[24..45])
    };
    let (original, standard) = (around("robotgame"), around("standard"));
    assert!(original > 30.0, "{original}");
    assert!(standard <= 8.0, "{standard}");
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn mirrored_toes_land_at_bind_by_the_standard_rules() {
    let robotgame = outside("RIGMILL_ROBOTGAME");
    let toe = |rules| {
        let trace = play(&robotgame.join("play/01_idle_repeat.txt"), &robotgame.join("content"), rules);
        let line: Value = serde_json::from_str(trace.lines().nth(1).unwrap()).unwrap();
        line["b"]["L Toe0Nub"]["m"][12].as_f64().unwrap()
    };
    assert!((toe("robotgame") + 0.086_662).abs() < 1e-6);
    assert!((toe("standard") - 0.086_662).abs() < 1e-6);
}

#[test]
fn built_content_plays_as_its_source_does() {
    let project = Project::new();
    project.write("a.Animation", clip(&["0", "1", "4"]));
    project.build();
    let script = |ending: &str| {
        let text = format!(
            "clip\tA\ta.{ending}\nbones\tA\nplay\tA\t0\t0\t1\tRepeat\nstep\t90\t1/60\t10\nsample\tA\tOnce\t0\t0.25\t6\n"
        );
        project.write("script.txt", text);
        project.root().join("script.txt")
    };
    for rules in ["robotgame", "standard"] {
        let source = play(&script("Animation"), &project.root(), rules);
        assert_eq!(source.lines().count(), 1 + 9 + 6);
        assert_eq!(play(&script("rmb"), &project.native(), rules), source);
    }
}

#[test]
fn where_the_original_hangs_there_is_an_error() {
    let project = Project::new();
    project.write("z.Animation", clip(&["0", "1", "4"]).replace("<Duration>1<", "<Duration>0<"));
    project.write("script.txt", "clip\tZ\tz.Animation\nbones\tZ\nplay\tZ\t0\t0\t1\tRepeat\nstep\t3\t1/60\n");
    let run = |rules: &str| project.command("play").args(["script.txt", "--rules", rules]).output().unwrap();
    let hung = run("robotgame");
    assert_eq!(hung.status.code(), Some(1));
    let reported = String::from_utf8(hung.stderr).unwrap();
    assert!(reported.contains("script.txt:4:1") && reported.contains("RobotGame would hang"), "{reported}");
    let played = run("standard");
    assert!(played.status.success());
    assert_eq!(String::from_utf8(played.stdout).unwrap().lines().count(), 4);
}

#[test]
fn the_standard_rules_refuse_a_negative_blend_and_an_unknown_bone() {
    let project = Project::new();
    project.write("a.Animation", clip(&["0", "1"]));
    project.write("b.Animation", clip(&["0", "1"]).replace(">B<", ">C<"));
    let cases = [
        ("clip\tA\ta.Animation\nbones\tA\nplay\tA\t0\t-1\t1\tOnce\n", "blend"),
        (
            "clip\tA\ta.Animation\nclip\tB\tb.Animation\nbones\tA\nplay\tB\t0\t0\t1\tOnce\n",
            "no `bones` command before this `play` creates the bone \"C\"",
        ),
        ("play\tA\t0\t0\t1\tOnce\n", "no clip `A`"),
        ("clip\tRun\ta.Animation\nplay\tRnu\t0\t0\t1\tOnce\n", "did you mean `Run`?"),
        ("motion\tM\ta.Animation\n", "build the project, and use the built file, such as build/native/a.rmb"),
        ("layer\tbreath\ta.Animation\n", "load the skeleton with `skeleton` first"),
        ("skeleton\ta.Animation\n", "load this file with `clip NAME PATH`"),
        ("clip\tA\t../a.Animation\n", "leaves the current folder"),
    ];
    for (script, expected) in cases {
        project.write("script.txt", script);
        let output = project.command("play").arg("script.txt").output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && reported.contains(expected), "{reported}");
    }
}

#[test]
fn a_file_that_is_no_text_is_no_script() {
    let project = Project::new();
    project.write("model.fbx", b"Kaydara FBX Binary  \0\x1a\0\xe8");
    let output = project.command("play").arg("model.fbx").output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{reported}");
    assert!(reported.contains("model.fbx is not a play script") && reported.contains("demo.play"), "{reported}");
}

#[test]
fn the_sample_games_script_of_a_character_prints_events_and_places() {
    let project = crate::sample_game::built();
    let output = project.command("play").args(["hero.play", "--content", "."]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events = |name: &str| lines.iter().filter(|line| line["event"] == name).count();
    // Two seconds of a stride of 32 frames at 30 frames per second, and the part of the next stride during the fade to
    // standing.
    assert!(events("footstep") >= 4 && events("shot") == 1, "{text}");
    let places: Vec<f64> = lines.iter().filter_map(|line| line["place"][2].as_f64()).collect();
    // It walks ahead, and then stands.
    assert!(places.len() == 9 && places[5] < -1.2 && (places[8] - places[7]).abs() < 1e-6, "{places:?}");
    let actions = "actions\tbuild/native\tHero/Grund.actions\n";
    for (script, place, remedy) in [
        (format!("{actions}act\tbody\tStrol\n"), "wrong.play:2:10", "did you mean `Stroll`?"),
        (format!("{actions}act\tStroll\tbody\n"), "wrong.play:2:5", "choose one of the layers: `body`"),
        (actions.replace("native", "natve"), "wrong.play:1:9", "did you mean `build/native`?"),
        (actions.replace("Grund", "Grnd"), "wrong.play:1:22", "did you mean \"Hero/Grund.actions\"?"),
    ] {
        project.write("wrong.play", &script);
        let output = project.command("play").args(["wrong.play", "--content", "."]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(place) && message.contains(remedy), "{script}: {message}");
    }
}

#[test]
fn commands_without_effect_and_wrong_paths_are_reported() {
    let project = Project::new();
    project.write("rigmill.toml", "");
    project.write("a.Animation", clip(&["0", "1"]));
    let clip_a = "\u{feff}clip\tA\ta.Animation\n";
    let cases = [
        (format!("{clip_a}bones\tA\n"), 0, "no `play` comes after this `bones`"),
        (format!("{clip_a}bones\tA\nplay\tA\t0\t0\t1\tOnce\n"), 0, "no `step` comes after this `play`"),
        (format!("{clip_a}sample\tA\tOnce\t0\t1\t1\nonly\tB\n"), 0, "no command after this `only` prints bones"),
        (format!("{clip_a}clip\tA\ta.Animation\n"), 2, "line 1 already loads a clip with the name `A`"),
        (format!("{clip_a}bones\tA\nplay\tA\t0\t-1\t1\tOnce\n"), 1, "script.txt:3:10"),
        ("clip\tA\tb\\a.Animation\n".to_owned(), 1, "write `/` between the names of folders: b/a.Animation"),
        ("compressed\tA\ta.Animation\ta.Animation\n".to_owned(), 1, "load this file with `clip NAME PATH`"),
        ("actions\tbuild\tA\n".to_owned(), 1, "name the folder of the target: build/native"),
        ("actions\t.\tA\n".to_owned(), 1, "name the folder of the target: native"),
    ];
    project.build();
    fs::create_dir(project.root().join("native")).unwrap();
    for (script, code, expected) in cases {
        project.write("script.txt", &script);
        let output = project.command("play").arg("script.txt").output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && reported.contains(expected), "{script}: {reported}");
        assert!(code != 1 || output.stdout.is_empty(), "{script}: it printed something before the error");
    }
}
