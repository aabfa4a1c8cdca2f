//! Mistakes in sources.

use super::*;

pub(super) const IN_SOURCES: &[Mistake] = &[
    // Sources.
    source(
        "a.Animation",
        "<AnimationSequence>",
        "a.Animation:1:20",
        "the file ends inside the root element",
        "fix the XML",
    ),
    source(
        "a.Animation",
        "<AnimationSequence>\n<Duration>1\n</AnimationSequence>\n",
        "a.Animation:3:1",
        "found `</AnimationSequence>`, expected `</Duration>`",
        "close `<Duration>`, which begins on line 2",
    ),
    source("a.Animation", "", "a.Animation:1:1", "there is no root element", "export the file again"),
    source("a.png", "hello", "a.png", "the image is not a PNG", "export the image as PNG"),
    source("a.png", "", "a.png", "it is empty", "export the image as PNG"),
    source("a.png", "<!DOCTYPE html>", "a.png", "this is an HTML page, not an image", "download the file again"),
    source(
        "a.fbx",
        "BLENDER-v300REND \0\0\0",
        "a.fbx",
        "this is a Blender file, not an FBX file",
        "export it from Blender",
    ),
    source("a.fbx", "hello", "a.fbx", "the file is not an FBX file", "check that this is the right file"),
    source("a.glb", "hello", "a.glb", "it is neither a GLB file nor JSON", "check that this is the right file"),
    source("a.glb", "", "a.glb", "it is empty", "check that this is the right file"),
    source("a.gltf", "{\"asset\":", "a.gltf:1:9", "the glTF file cannot be read", "export the file again"),
    source(
        "a.gltf",
        "{\"asset\":{\"version\":\"1.0\"}}",
        "a.gltf",
        "glTF version \"1.0\"",
        "export the scene as glTF 2.0",
    ),
    source(
        "a.skeleton.toml",
        "[[bone]]\nname = \"A\"\nrotation = [90.0, 0.0, 90.0]\n",
        "a.skeleton.toml:3:12",
        "expected a list of 4 numbers",
        "not angles",
    ),
    source(
        "a.events.toml",
        "[[event]]\nframe = 1\nname = \"a\"\nrate = 30\n",
        "a.events.toml:4:1",
        "unknown key `rate`",
        "move the key above the first `[[event]]`",
    ),
    source(
        "Run.events.toml",
        "[[event]]\ntime = 0\nname = \"a\"\n",
        "Run.events.toml",
        "these events belong to the clip `Run` because of the file's name, but there is no such clip",
        "rename the file to `run.events.toml`",
    ),
    source("a.skeleton.toml", "[[bone]\n", "a.skeleton.toml:1:8", "unclosed array table", "fix the TOML syntax"),
    source(
        "a.actions.toml",
        "skeleton = \"no\"\n[[layer]]\nname = \"body\"\n",
        "a.actions.toml:2:1",
        "`[[layer.action]]` is missing",
        "add a `[[layer.action]]` line",
    ),
    source(
        "b.actions.toml",
        "skeleton = \"no\"\n[[layer.action]]\nname = \"Talk\"\n[[layer]]\nname = \"face\"\n",
        "b.actions.toml:2:1",
        "`[[layer.action]]` is above the first `[[layer]]`",
        "move this table below the `[[layer]]` that it belongs to",
    ),
    source("a.wav", "RIFF", "a.wav", "not a WAV", "export the sound as WAV"),
    source("a.xnb", "XNBw", "a.xnb", "the file ends after 4 bytes", "rebuild it or copy it again"),
    source("a.spritefont", "<XnaContent>", "a.spritefont:1:13", "ends inside the root element", "fix the XML"),
    Mistake {
        file: ("walk.Animation", "no clip"),
        command: "build walk.Animation -o out",
        code: 1,
        place: "walk.Animation:1:1",
        fact: "there is text before the root element",
        remedy: "fix the XML",
    },
    Mistake {
        file: ("a.foo", ""),
        command: "build . --deny-unknown",
        code: 1,
        place: "",
        fact: "no importer",
        remedy: "exclude = true",
    },
    // On Windows, this would write to the console.
    #[cfg(unix)]
    Mistake {
        file: ("CON.Animation", "<AnimationSequence>"),
        command: "build .",
        code: 1,
        place: "CON.Animation",
        fact: "a file cannot have this name on Windows",
        remedy: "rename the source",
    },
    Mistake {
        file: ("a.rmb", "no content"),
        command: "inspect a.rmb",
        code: 1,
        place: "a.rmb",
        fact: "it begins with \"no c\", expected \"RMB\\x00\"",
        remedy: "check that this is the right file",
    },
    Mistake {
        file: ("a.rmb", "no content"),
        command: "verify a.rmb",
        code: 1,
        place: "a.rmb",
        fact: "not a Rigmill content file",
        remedy: "build the content again",
    },
    // Packs, caches and conversions that were meant otherwise.
    usage("pack . x.rmp", "no content file (.rmb) in .", "such as build/native"),
    Mistake {
        file: ("art/build/native/a.rmb", "no content"),
        ..usage("pack art/build/natve x.rmp", "cannot read art/build/natve", "did you mean art/build/native?")
    },
    Mistake {
        file: ("native/a.rmb", "no content"),
        ..usage("pack native native/x.rmp", "the pack native/x.rmp is inside native", "outside of this folder")
    },
    Mistake {
        file: ("native/a.rmb", "no content"),
        ..usage("pack native no/x.rmp", "cannot write no/x.rmp: there is no folder no", "create the folder")
    },
    Mistake {
        file: ("native/a.rmb", "no content"),
        ..usage(
            "pack native x.rmp --against native/a.rmb",
            "not a Rigmill pack",
            "choose the pack (.rmp) that the game has",
        )
    },
    Mistake {
        file: ("native/a.rmb", "no content"),
        ..usage(
            "pack native x.rmp --against native",
            "the path leads to a folder",
            "choose the pack (.rmp) that the game has",
        )
    },
    Mistake {
        file: ("native/a.rmb", "no content"),
        command: "pack native x.rmp",
        code: 1,
        place: "native/a.rmb",
        fact: "not a Rigmill content file",
        remedy: "build the content again",
    },
    Mistake {
        file: ("h.rmp", "no pack"),
        command: "verify h.rmp",
        code: 1,
        place: "h.rmp",
        fact: "not a Rigmill pack",
        remedy: "but is not a pack",
    },
    usage("cache stats --cache-dir nowhere", "cannot read the cache folder nowhere", "check the path"),
    usage("cache gc --cache-dir nowhere", "cannot read the cache folder nowhere", "check the path"),
    usage("cache verify --cache-dir .", ". is not an object cache", "set --cache-dir to the folder of an object cache"),
    usage("man build", "`build` is a command", "use ./build"),
    usage("man rigmill-build", "`build` is a command", "use ./rigmill-build"),
    usage("man notes.txt", "notes.txt is a file, not a folder", "choose a folder for the man pages"),
    usage("init --from-mgcb notes.txt", "notes.txt is not a content project", "choose a .mgcb file"),
    usage("init --from-contentproj run.Animation", "is not a content project", "choose a .contentproj file"),
    Mistake {
        file: ("game/Content.mgcb", ""),
        ..usage("init --from-mgcb game", "game is a folder", "did you mean game/Content.mgcb?")
    },
    in_project("init .git", ".git is a folder inside the project .", "add a rule to rigmill.toml"),
    in_project("init new --create", "new is a folder inside the project .", "choose a folder outside"),
    Mistake {
        file: ("Content.mgcb", "/bulid:a.png\n"),
        command: "init --from-mgcb Content.mgcb",
        code: 2,
        place: "Content.mgcb:1:1",
        fact: "unknown switch `/bulid`",
        remedy: "did you mean `/build`?",
    },
    Mistake {
        file: ("Content.mgcb", "/processor:TextureProcesor\n/build:run.Animation\n"),
        command: "init --from-mgcb Content.mgcb",
        code: 0,
        place: "Content.mgcb:2:1",
        fact: "instead of the game's TextureProcesor",
        remedy: "did you mean `TextureProcessor`?",
    },
    usage("graph . -f svg -o graph.svg", "graph.svg is not an output folder", "use `> graph.svg`"),
    // Play scripts, and files that commands only show.
    script("weight\tflinch\t2", "notes.play:1:15", "the weight 2 is not in the range 0 to 1", "from 0 to 1"),
    script("stop\tflinch\t-1", "notes.play:1:13", "the time -1 is negative", "write 0"),
    Mistake {
        code: 1,
        ..script(
            "clip\tA\trun",
            "notes.play:1:8",
            "there is no such file in the current folder",
            "did you mean `run.Animation`?",
        )
    },
    Mistake {
        file: ("a/b.play", "clip\tA\tb.play"),
        command: "play a/b.play",
        code: 1,
        place: "a/b.play:1:8",
        fact: "cannot read b.play: there is no such file in the current folder",
        remedy: "add --content a",
    },
    Mistake {
        code: 1,
        ..script("motion\tM\trun.Animation", "notes.play:1:10", "run.Animation is a source", "use the built file")
    },
    Mistake {
        code: 1,
        ..script(
            "skeleton\trun.Animation",
            "notes.play:1:10",
            "contains AnimationSequence, expected Skeleton",
            "load this file with `clip NAME PATH`",
        )
    },
    in_project("view run --png", "a value is required for '--png <FILE>'", "write the FILE after --png"),
    in_project(
        "init --from-mgcb Old/Content.mgcb",
        "cannot read the content project Old/Content.mgcb",
        "check the path",
    ),
    usage("inspect empty", "cannot read empty: the path leads to a folder", "`rigmill list`"),
    usage("inspect run", "cannot read run", "did you mean run.Animation?"),
    usage("inspect run.Animation --svg a.png", "--svg writes SVG, not PNG", "such as a.svg"),
    Mistake { file: ("a.rmp", "RMP\0"), ..usage("view a.rmp", "a.rmp is a pack", "such as build/native") },
    in_project(
        "build --out ~/build",
        "--out: the path ~/build begins with `~`",
        "for a folder with this name, write ./~",
    ),
    in_project("pack build $OUT/game.rmp", "FILE: the path $OUT/game.rmp begins with `$OUT`", "write an absolute path"),
    Mistake {
        code: 0,
        ..in_project(
            "build --cache-dir cache",
            "the cache folder cache is inside the project",
            "such as .rigmill-cache",
        )
    },
    Mistake { code: 0, ..in_project("build --cache-dir /proc/rig", "/proc/rig cannot be created", "choose a folder") },
    Mistake {
        file: ("Hero/Grund.Animation", "x"),
        ..in_project("explain Hero", "Hero is a folder, not an asset", "write the asset before the project")
    },
    in_project("build --target native xna", "there is no project folder xna", "--target native,xna"),
    in_project("build --asset run other", "there is no project folder other", "--asset run --asset other"),
    in_project("build --asset run,other", "run,other", "repeat --asset"),
    in_project("build a.fbx b.glb", "unexpected argument 'b.glb'", "repeat '--asset'"),
    in_project("pack build a.rmp --against b.rmp c.rmp", "unexpected argument 'c.rmp'", "'--against b.rmp,c.rmp'"),
    in_project("pack build -", "`-` is not a file", "write the path of a file"),
    in_project("build --project .", "unexpected argument '--project'", "write the project folder without an option"),
    in_project("build --cache-size -5G", "`-5G` is not a size", "500M or 5G"),
    in_project("cache clear", "unrecognized subcommand 'clear'", "'rigmill cache gc --max-size 0'"),
    in_project("cache empty", "unrecognized subcommand 'empty'", "Usage"),
    in_project("version", "unrecognized subcommand 'version'", "'rigmill --version'"),
    in_project("list --params run.Animation", "no stage is called `run.Animation`", "did you mean `animation`?"),
    in_project("watch --poll notes", "invalid value 'notes'", "write the project folder before --poll"),
    in_project("clean nowhere", "no project at", "create a project with `rigmill init PATH --create`"),
    in_project("view notes.txt --no-open", "no importer accepts notes.txt", "see the extensions of sources"),
    // Sources whose content is missing, or that are of another kind.
    source(
        "Textures/a.png",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n",
        "Textures/a.png",
        "the file is a Git LFS pointer: its content has not been downloaded",
        "run `git lfs pull`",
    ),
    source(
        "a.Animation",
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n",
        "a.Animation",
        "the file is a Git LFS pointer: its content has not been downloaded",
        "run `git lfs pull`",
    ),
    Mistake {
        file: ("rigmill.toml", "[[rule]]\nmatch = \"pointer\"\nimporter = \"raw\"\n"),
        command: "build . --remote-jobs 3",
        code: 2,
        place: "",
        fact: "--remote-jobs has no effect",
        remedy: "set a server with --remote-exec",
    },
    source(
        "a.gltf",
        "{\n  \"asset\": {\"version\": \"2.0\",}\n}\n",
        "a.gltf:2:30",
        "the glTF file cannot be read: trailing comma",
        "export the file again",
    ),
    Mistake {
        code: 0,
        ..source("a.gltf", "{\"asset\":{\"version\":\"2.0\"}}", "a.gltf", "the scene is empty", "export the file again")
    },
];
