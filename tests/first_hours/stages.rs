//! Stages of one's own.

use super::*;

#[test]
fn init_stage_writes_the_example_that_the_workspace_tests() {
    let folder = tempfile::tempdir().unwrap();
    let init = |arguments: &[&str]| rigmill().arg("init").args(arguments).current_dir(folder.path()).output().unwrap();
    assert!(init(&["--stage", "steps"]).status.success());
    let example = repository().join("docs/examples/steps");
    for file in ["src/main.rs", "src/stages.rs"] {
        assert_eq!(
            fs::read_to_string(folder.path().join("steps").join(file)).unwrap(),
            fs::read_to_string(example.join(file)).unwrap()
        );
    }
    let names = |text: &str| -> Vec<String> {
        let dependencies = text.split("[dependencies]\n").nth(1).unwrap().lines();
        dependencies.map(|line| line.split([' ', '.']).next().unwrap().to_owned()).collect()
    };
    let manifest = fs::read_to_string(folder.path().join("steps/Cargo.toml")).unwrap();
    assert_eq!(names(&manifest), names(&fs::read_to_string(example.join("Cargo.toml")).unwrap()));
    // With a different name, the result is the same, and the example's name does not occur in it.
    assert!(init(&["--stage", "jumps", "."]).status.success());
    let other = fs::read_to_string(folder.path().join("src/stages.rs")).unwrap();
    let renamed = other.replace("jumps", "steps").replace("Jumps", "Steps").replace("JUMPS", "STEPS");
    assert_eq!(renamed, fs::read_to_string(example.join("src/stages.rs")).unwrap());
    assert!(!other.to_lowercase().contains("steps"));
    assert_eq!(init(&["--stage", "jumps", "."]).status.code(), Some(2), "nothing is overwritten");
}

#[test]
fn cargo_finds_all_dependencies_of_the_crate_that_init_stage_writes() {
    // In a folder of its own, and in the clone, whose workspace it must not join.
    let (outside, inside) = (tempfile::tempdir().unwrap(), tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    for folder in [outside.path(), inside.path()] {
        rigmill().args(["init", "--stage", "steps"]).current_dir(folder).assert().success();
        let folder = folder.join("steps");
        // With the same versions of all dependencies, nothing is downloaded.
        fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        let cargo = |arguments: &[&str]| {
            let output =
                Command::new(env!("CARGO")).args(arguments).arg("--offline").current_dir(&folder).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        let tree = cargo(&["tree", "--depth", "1", "--prefix", "none"]);
        let root = repository();
        for part in ["cli", "pipeline"] {
            assert!(tree.contains(&format!("({})", root.join(part).display())), "{tree}");
        }
    }
}

#[test]
fn the_guide_to_stages_shows_the_files_that_init_writes() {
    let guide = fs::read_to_string(repository().join("docs/guide/stages.md")).unwrap();
    let blocks = |language: &str| -> Vec<String> {
        let fence = format!("```{language}\n");
        guide.split(&fence).skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    rigmill().args(["init", "--stage", "steps"]).current_dir(folder.path()).assert().success();
    let read = |file: &str| fs::read_to_string(folder.path().join("steps").join(file)).unwrap();
    let rust = blocks("rust");
    assert_eq!(rust[0], read("src/main.rs"));
    // The other blocks together are the other file.
    assert_eq!(rust[1..].join("\n"), read("src/stages.rs"));
    let root = repository().to_string_lossy().into_owned();
    // The path of a folder on Windows is quoted differently.
    if cfg!(unix) {
        assert_eq!(blocks("toml")[0].replace("/home/you/rigmill", &root), read("Cargo.toml"));
    }
    let git = format!("rigmill-cli = {{ git = \"{}\", version", env!("CARGO_PKG_REPOSITORY"));
    assert!(guide.contains(&git), "{git}");
    for rule in &blocks("toml")[1..] {
        let project = Project::new();
        project.write("rigmill.toml", rule.replace("params = { scale = 0.5 }\n", ""));
        project.write("a.Animation", clip(&["1"]));
        assert_eq!(project.build().code, 0, "{rule}");
    }
}

// ---- many rules ----
