//! Tests user errors: each is reported with its location, the problem and the remedy, in the requested format and with the
//! correct exit code.

use std::process::Output;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Project, clip};

/// A user error in a project with the clip `run.Animation` and the text `notes.txt`.
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

const MISTAKES: &[Mistake] = &[
    // Keys of the manifest.
    manifest("[projct]\n", "rigmill.toml:1:2", "unknown key `projct`", "did you mean `project`?"),
    manifest("[project]\nnmae = \"x\"\n", "rigmill.toml:2:1", "unknown key `nmae`", "did you mean `name`?"),
    manifest("[[rule]]\nmach = \"*\"\n", "rigmill.toml:2:1", "unknown key `mach`", "did you mean `match`?"),
    manifest("[[rule]]\nimporter = \"fbx\"\n", "rigmill.toml:1:1", "has no `match`", "match = \"Models/**/*.FBX\""),
    manifest("[rule]\nmatch = \"*\"\n", "rigmill.toml:1:1", "expected a list of `[[rule]]` tables", "write `[[rule]]`"),
    manifest(
        "[cache]\nurl = \"grpc://x\"\n",
        "rigmill.toml:2:1",
        "unknown key `url`",
        "move `url` to the table [cache.remote]",
    ),
    manifest("[cache]\nsize = 3\n", "rigmill.toml:2:1", "unknown key `size`", "pass --cache-size"),
    manifest(
        "[cache]\nremote = \"grpc://x\"\n",
        "rigmill.toml:2:10",
        "found a string",
        "remote = { url = \"grpc://x\" }",
    ),
    manifest(
        "[remote.cache]\nurl = \"x\"\n",
        "rigmill.toml:1:2",
        "unknown key `remote`",
        "did you mean [cache.remote]?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\nout = \"x\"\n",
        "rigmill.toml:3:1",
        "`out`",
        "move `out` to the table [project]",
    ),
    manifest("[[rule]]\nglob = \"*\"\n", "rigmill.toml:2:1", "unknown key `glob`", "did you mean `match`?"),
    manifest(
        "[[rule]]\nmatch = \"*\"\n[rule.diagnostics]\nallow = []\n",
        "rigmill.toml:3:7",
        "unknown key `diagnostics`",
        "write [diagnostics], as a table of its own, or write `allow` in the rule",
    ),
    manifest(
        "[params]\nroot = \"x\"\n",
        "rigmill.toml:1:2",
        "unknown key `params`",
        "move `params` to the table [[rule]]",
    ),
    manifest(
        "[rule]\nmatch = \"a*\"\n[rule]\nmatch = \"*\"\n",
        "rigmill.toml:3:2",
        "expected a list of `[[rule]]` tables",
        "write `[[rule]]`",
    ),
    manifest("[project]\nname = “Grund”\n", "rigmill.toml:2:8", "not valid TOML", "write plain quotes"),
    manifest(
        "[project]\n<<<<<<< HEAD\nname = \"a\"\n=======\n",
        "rigmill.toml:2:1",
        "a merge conflict is left in the file",
        "resolve the conflict",
    ),
    manifest("[project]\nout = \"~/build\"\n", "rigmill.toml:2:7", "contains `~`", "use --out"),
    manifest("[project]\nout = \"$(OutDir)/x\"\n", "rigmill.toml:2:7", "contains `$(OutDir)`", "choose a separate"),
    manifest("[project]\ntargets = []\n", "rigmill.toml:2:11", "`targets` is an empty list", "to build for native"),
    manifest(
        "[[rule]]\nmatch = \"*\"\ntargets = []\n",
        "rigmill.toml:3:11",
        "`targets` is an empty list",
        "apply the rule to all targets",
    ),
    manifest("[[rule]]\nmatch = \"\"\n", "rigmill.toml:2:9", "the glob is empty", "specify which sources to match"),
    manifest(
        "[[rule]]\nmatch = \"*\"\noutput = \"{nmae}_0\"\n",
        "rigmill.toml:3:10",
        "unknown placeholder `{nmae}`",
        "did you mean `{name}`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\noutput = \"/tex/{name}\"\n",
        "rigmill.toml:3:10",
        "/tex/{name}",
        "write a path below the output folder",
    ),
    // Types of the manifest.
    manifest("[[rule]]\nmatch = 3\n", "rigmill.toml:2:9", "expected a glob", "write \"Models/**\""),
    manifest("[[rule]]\nmatch = []\n", "rigmill.toml:2:9", "`match` is an empty list", "add a glob"),
    manifest("[[rule]]\nmatch = \"*\"\nexclude = 3\n", "rigmill.toml:3:11", "found a number", "write true, \"Old/**\""),
    manifest(
        "[[rule]]\nmatch = \"*\"\nparams = [1]\n",
        "rigmill.toml:3:1",
        "`params` is a list, expected a single table",
        "params = { name",
    ),
    manifest("[[rule]]\nmatch = \"*\"\nisolate = \"yes\"\n", "rigmill.toml:3:11", "found a string", "without quotes"),
    manifest("[project]\ntargets = \"native\"\n", "rigmill.toml:2:11", "expected a list of strings", "write [\"one\""),
    manifest("[project]\nfollow_links = \"yes\"\n", "rigmill.toml:2:16", "expected true or false", "without quotes"),
    manifest("[project]\nname = 3\n", "rigmill.toml:2:8", "expected a string in quotes", "write \"text\""),
    manifest("[diagnostics]\nallow = \"R0121\"\n", "rigmill.toml:2:9", "expected a list of strings", "write [\"one\""),
    manifest(
        "project = \"x\"\n",
        "rigmill.toml:1:11",
        "expected a table `[project]`",
        "write [project] on its own line",
    ),
    manifest("rule = \"x\"\n", "rigmill.toml:1:8", "expected a list of tables", "write [[rule]] on its own line"),
    manifest("[[rule]]\nmatch = \"*\"\nskeleton = false\n", "rigmill.toml:3:1", "`skeleton`", "params = { skeleton = "),
    manifest("out = \"x\"\n", "rigmill.toml:1:1", "unknown key `out`", "move `out` to the table [project]"),
    manifest("[execution.remote]\njobs = 0\n", "rigmill.toml:2:8", "found 0", "from 1 to 1024"),
    manifest(
        "[[rule]]\nmatch = \"*\"\noutput = \"{path}.rmb\"\n",
        "rigmill.toml:3:10",
        "each writer adds its own extension",
        "\"{path}\"",
    ),
    manifest("[project]\nout = \".\"\n", "rigmill.toml:2:7", "output folder", "choose a separate folder"),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nparams = { mips = true }\n",
        "rigmill.toml:3:12",
        "neither `animation-xml` nor `animation` has a parameter `mips`",
        "`mips` is a parameter of `texture`",
    ),
    // Values of the manifest.
    manifest(
        "[project]\ntargets = [\"xna\"]\n[[rule]]\nmatch = \"*\"\nparams = { platform = \"DesktopGL\" }\n",
        "rigmill.toml:5:23",
        "expected a string of one character",
        "`d` for MonoGame's DesktopGL",
    ),
    manifest("[[rule]]\nmatch = \"a[b\"\n", "rigmill.toml:2:9", "malformed glob `a[b`", "** matches any folders"),
    manifest(
        "[[rule]]\nmatch = \"*\"\nimporter = \"animation-xlm\"\n",
        "rigmill.toml:3:12",
        "unknown importer",
        "did you mean `animation-xml`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\nprocessor = \"animaton\"\n",
        "rigmill.toml:3:13",
        "unknown processor",
        "did you mean `animation`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\nwriter = \"rmd\"\n",
        "rigmill.toml:3:10",
        "unknown writer",
        "did you mean `rmb`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nparams = { drop_constant_track = true }\n",
        "rigmill.toml:3:12",
        "no stage has a parameter `drop_constant_track`",
        "did you mean `drop_constant_tracks`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nparams = { drop_constant_tracks = \"yes\" }\n",
        "rigmill.toml:3:35",
        "expected true or false",
        "see `rigmill list --params animation`",
    ),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"texture\"\n",
        "rigmill.toml:3:13",
        "returns AnimationSource",
        "choose a processor that accepts AnimationSource: `animation`",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\ntargets = [\"xan\"]\n",
        "rigmill.toml:3:12",
        "unknown target `xan`",
        "did you mean `xna`?",
    ),
    manifest(
        "[project]\ntargets = [\"nativ\"]\n",
        "rigmill.toml:2:12",
        "unknown target `nativ`",
        "did you mean `native`?",
    ),
    manifest(
        "[project]\ntargets = [\"native\", \"native\"]\n",
        "rigmill.toml:2:22",
        "listed twice",
        "remove one of the two entries",
    ),
    manifest(
        "[project]\nout = \"/tmp/x\"\n",
        "rigmill.toml:2:7",
        "the output folder has an absolute path",
        "choose a separate folder",
    ),
    manifest("[project]\nout = \".\"\n", "rigmill.toml:2:7", "the project folder itself", "choose a separate folder"),
    manifest(
        "[project]\nout = \"notes.txt\"\n",
        "rigmill.toml:2:7",
        "the output folder is a file",
        "choose a separate folder",
    ),
    manifest(
        "[project]\nunit = \"parsec\"\n",
        "rigmill.toml:2:8",
        "expected `metre` or `file`",
        "see `rigmill list --params ",
    ),
    manifest(
        "[diagnostics]\nallow = [\"R9121\"]\n",
        "rigmill.toml:2:10",
        "no diagnostic has the code",
        "did you mean `R0121`?",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\noutput = \"a/../b\"\n",
        "rigmill.toml:3:10",
        "contains an empty part, `.`, `..`",
        "below the output folder",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\noutput = \"CON\"\n",
        "rigmill.toml:3:10",
        "\"CON\" is the name of a device",
        "below the output folder",
    ),
    manifest(
        "[[rule]]\nmatch = \"*\"\nexclude = \"true\"\n",
        "rigmill.toml:3:11",
        "\"true\" in quotes is a glob",
        "write exclude = true",
    ),
    manifest(
        "[diagnostics]\nallow = [\"R0012\"]\n",
        "rigmill.toml:2:10",
        "R0012 is an error",
        "`rigmill explain R0012`",
    ),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nparams = { snap_tiny = \"small\" }\n",
        "rigmill.toml:3:24",
        "expected a number, found \"small\"",
        "see `rigmill list --params animation`",
    ),
    manifest(
        "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"compress\"\nparams = { storage = \"packd\" }\n",
        "rigmill.toml:4:22",
        "expected `packed` or `coded`",
        "did you mean `packed`?",
    ),
    // Syntax of the manifest.
    manifest(
        "[project\nname = \"x\"\n",
        "rigmill.toml:1:9",
        "not valid TOML: unclosed table",
        "below a header such as [project]",
    ),
    manifest("[project]\nname = \"x\n", "rigmill.toml:2:10", "not valid TOML", "name = \"text\""),
    manifest(
        "[project]\nname = \"x\"\nname = \"y\"\n",
        "rigmill.toml:3:1",
        "`name` is set twice",
        "remove one of the two lines",
    ),
    Mistake {
        file: ("rigmill.toml/x", ""),
        command: "build .",
        code: 2,
        place: "",
        fact: "rigmill.toml: the path leads to a folder",
        remedy: "move away the folder or device at this path",
    },
    Mistake {
        file: ("rigmill.toml", "[[rule]]\nmatch = \"Modls/**\"\n"),
        command: "build . --deny-warnings",
        code: 1,
        place: "rigmill.toml:2:9",
        fact: "no file matches `Modls/**`",
        remedy: "there is no folder `Modls`",
    },
    // Commands and options.
    usage("biuld", "unrecognized subcommand 'biuld'", "'build'"),
    usage("build --jobz 3", "unexpected argument '--jobz'", "'--jobs'"),
    usage("verify . --cache-size 1G", "unexpected argument '--cache-size'", "an option of `rigmill build`"),
    usage("build . -j 0", "invalid value '0'", "write a number from 1 to 1024"),
    usage("build . -j many", "invalid value 'many'", "write a number from 1 to 1024"),
    usage("watch . --poll 1", "invalid value '1'", "at least 20"),
    usage("build . --cache-size 5X", "`5X` is not a size", "500M or 5G"),
    usage("build . --cache-size 10", "`10` has no unit", "such as 10G, or 10B for bytes"),
    usage("build . --color blue", "invalid value 'blue'", "auto, always, never"),
    usage("graph . --format pdf", "invalid value 'pdf'", "dot, json, svg"),
    usage("completions bsh", "invalid value 'bsh'", "bash"),
    usage("build . -j -1", "invalid value '-1'", "write a number from 1 to 1024"),
    usage("build . -force", "unexpected argument '-f'", "a long option has two dashes: '--force'"),
    usage("view run --png a.png --time x", "invalid value 'x'", "write a number"),
    usage("view run --png a.png --camera 30 14", "unexpected argument '14'", "separate the angles with a comma"),
    usage("view run --png a.png --size 5", "invalid value '5'", "such as 800x600"),
    usage("view . --port 99999", "invalid value '99999'", "write a number from 0 to 65535"),
    usage("init --from-mgcb x.mgcb --define FOO", "invalid value 'FOO'", "write NAME=VALUE"),
    usage("build . -q -v", "cannot be used with", "Usage: rigmill build"),
    usage("build . --out", "a value is required for '--out <DIR>'", "write the DIR after --out"),
    usage("build . ..", "unexpected argument '..'", "repeat '--asset'"),
    usage("list . ..", "unexpected argument '..'", "Usage: rigmill list [OPTIONS] [PATH]"),
    usage("build . -t native, gltf", "unexpected argument 'gltf'", "without spaces: '-t native,gltf'"),
    usage("build -t native, gltf", "there is no project folder gltf", "--target native,gltf"),
    usage("schema rigmill.toml", "unexpected argument 'rigmill.toml'", "'rigmill schema > rigmill.schema.json'"),
    usage("cache gc 5G", "unexpected argument '5G'", "'--max-size 5G'"),
    usage("build . --check --asset run", "cannot be used with '--asset", "Usage: rigmill build"),
    usage("explain", "required arguments were not provided", "Usage: rigmill explain"),
    usage("cache", "requires a subcommand", "stats, gc, verify"),
    usage("man", "required arguments were not provided", "Usage: rigmill man"),
    usage("inspect run.Animation --clip x", "required arguments were not provided", "--svg <FILE>"),
    usage("init --define x=1", "required arguments were not provided", "--from-mgcb"),
    // Names and paths on the command line.
    usage("build . --target amiga", "unknown target `amiga`", "known targets: gltf, native, xna"),
    usage("build nowhere", "no project at", "rigmill init PATH --create"),
    usage("build", "no rigmill.toml in", "pass the project folder"),
    usage("build rigmil.toml", "no project at", "pass an existing folder"),
    usage("watch notes.txt", "neither to a folder nor to a rigmill.toml", "run `rigmill build FILE`"),
    usage("clean nowhere", "no project at", "pass an existing folder"),
    usage("clean . --out emtpy", "there is no folder emtpy", "did you mean empty?"),
    usage("clean . --out nowhere", "there is no folder nowhere", "the output folder of an earlier build"),
    Mistake {
        file: ("build/.rigmill/native.state", ""),
        ..usage(
            "clean . --out build/native",
            "build/native is the folder of the target native",
            "use --out build --target native",
        )
    },
    usage("build notes.txt", "no importer accepts", "see the extensions of sources"),
    usage("build . --asset Rum", "no asset `Rum`", "did you mean `run`?"),
    usage("build . --asset a[", "malformed glob `a[`", "** matches any folders"),
    usage("graph . --asset rum", "no asset `rum`", "did you mean `run`?"),
    usage("explain rum .", "no asset `rum`", "did you mean `run`?"),
    usage("explain R121", "no diagnostic has the code `R121`", "did you mean `R0121`?"),
    usage("explain r9999", "no diagnostic has the code `r9999`", "R and four digits"),
    usage("build rnu.Animation", "no project at", "did you mean"),
    usage("inspect rnu.Animation", "cannot read rnu.Animation", "did you mean run.Animation?"),
    Mistake {
        code: 0,
        ..usage("build . --cache-dir notes.txt", "the cache folder notes.txt is a file", "choose a folder")
    },
    usage("cache stats --cache-dir notes.txt", "the cache folder notes.txt is a file", "choose a folder"),
    usage("view run --png a.gif", "--png writes PNG, not GIF", "such as a.png"),
    Mistake {
        file: ("build/.rigmill/x", ""),
        command: "pack build x.rmp",
        code: 2,
        place: "",
        fact: "build is an output folder",
        remedy: "such as build/native",
    },
    Mistake {
        file: ("build/.rigmill/x", ""),
        command: "pack . x.rmp",
        code: 2,
        place: "",
        fact: ". contains sources and an output folder",
        remedy: "such as ./build/native",
    },
    usage("explain R9121", "no diagnostic has the code `R9121`", "did you mean `R0121`?"),
    usage("build . -o .git/x", "is inside .git", "choose a different folder with --out"),
    usage("build . -o notes.txt", "notes.txt is a file", "choose a different folder with --out"),
    usage("build . -o run.Animation/x", "cannot", "run.Animation away: it is a file, not a folder"),
    usage("inspect run.Animation/x", "cannot read run.Animation/x", "move run.Animation away: it is a file"),
    usage("build . --timings empty", "--timings needs a file, but empty is a folder", "such as empty/timings.json"),
    usage("build --timings empty", "but empty is a folder", "--timings timings.json empty"),
    usage("watch --timings empty", "but empty is a folder", "--timings timings.json empty"),
    usage("build . --timings no/where.json", "cannot write the timings to no/where.json", "the folder must exist"),
    usage(
        "build . --remote-cache ftp://x",
        "the unknown scheme `ftp`",
        "known schemes: grpc, grpcs, http, https and file",
    ),
    usage("inspect none.rmb", "cannot read none.rmb", "check the path"),
    usage("play none.txt", "cannot read none.txt", "did you mean notes.txt?"),
    script("hello", "notes.play:1:1", "unknown command `hello`", "use one of the commands clip, curve"),
    script("stpe\t1\t1", "notes.play:1:1", "unknown command `stpe`", "write `step N dt [every]`"),
    script("step 1 1", "notes.play:1:1", "unknown command `step 1 1`", "with one TAB between the fields"),
    script(
        "# no\nstep\tx\t1",
        "notes.play:2:6",
        "`x` is not a number; expected a whole number",
        "write `step N dt [every]`",
    ),
    Mistake { code: 1, ..script("clip\tA\tno.rmb", "notes.play:1:8", "cannot read no.rmb", "") },
    Mistake {
        code: 1,
        ..script(
            "\nplay\tA\t0\t0\t1\tOnce",
            "notes.play:2:6",
            "there is no clip `A`",
            "load `A` with the command `clip`",
        )
    },
    Mistake { code: 0, ..script("step\t1\t1", "notes.play:1:1", "nothing that `step` moves", "`bones` after `clip`") },
    Mistake { command: "play notes.play --content nowhere", ..script("", "", "cannot read nowhere", "check the path") },
    usage("pack . notes.txt", "notes.txt already exists, and is not a pack", "choose a new file, such as game.rmp"),
    usage(
        "build . --timings notes.txt",
        "notes.txt already exists, and is not a file of timings",
        "such as timings.json",
    ),
    usage("clean . --target amiga", "unknown target `amiga`", "known targets: gltf, native, xna"),
    Mistake {
        file: ("art/walk.Animation", "<Animation/>"),
        command: "build . -o art",
        code: 2,
        place: "",
        fact: "files that may be sources, such as art/walk.Animation",
        remedy: "choose a separate folder",
    },
    usage("verify nowhere", "cannot read nowhere", "check the path"),
    usage("verify empty/x", "cannot read empty/x", "check the path"),
    Mistake { code: 1, ..usage("verify empty", "there is nothing to verify", "choose the output folder") },
    Mistake {
        code: 1,
        ..in_project("verify .", "there is nothing to verify", "build the project first: rigmill build .")
    },
    Mistake {
        file: ("art/rigmill.toml", ""),
        code: 1,
        ..usage("verify art", "there is nothing to verify", "build the project first: rigmill build art")
    },
    Mistake {
        code: 1,
        place: "run.Animation",
        ..usage("verify run.Animation", "not a Rigmill content file", "`rigmill build` checks sources")
    },
    in_project("verify build/native", "build/native does not exist", "build the project first: rigmill build"),
    in_project("pack build/native x.rmp", "build/native does not exist", "build the project first: rigmill build"),
    in_project("build .git", "is a folder inside the project", "to build only this folder"),
    in_project("explain . run", ". is a folder, not an asset", "rigmill explain run ."),
    usage("empty build", "unrecognized subcommand 'empty'", "'rigmill build empty'"),
    Mistake {
        file: ("robot.spring.toml", ""),
        ..usage("build . -a rnu.model", "no asset `rnu.model`", "did you mean `run`?")
    },
    in_project("clean build", "no project at", "pass an existing folder"),
    usage("explain empty", "empty is a folder, not an asset", "rigmill explain ASSET empty"),
    in_project("build notes.txt", "no importer accepts notes.txt", "a rule can set an importer for any file"),
    in_project("build . --asset run.motion", "no asset `run.motion`", "did you mean `run`?"),
    Mistake { file: ("art/leg/x.Animation", "<a/>"), ..usage("build . -a art", "no asset `art`", "`art/**`") },
    Mistake { file: ("art/leg/x.Animation", "<a/>"), ..usage("build . -a x", "no asset `x`", "`art/leg/x`") },
    Mistake {
        file: (".gitignore", "run.Animation\n"),
        ..usage("build . -a run.Animation", "no asset `run.Animation`", ".gitignore:1")
    },
    Mistake {
        file: ("rigmil.toml", ""),
        code: 0,
        place: "rigmil.toml",
        ..usage("build .", "`rigmil.toml` is not read", "rename the file to rigmill.toml")
    },
    Mistake {
        code: 0,
        ..usage("build . --cache-dir notes.txt/x", "the cache folder notes.txt/x cannot be created", "choose a folder")
    },
    usage("list . --asset run", "unexpected argument '--asset'", "an option of `rigmill build`"),
    usage("clean . --force", "unexpected argument '--force'", "an option of `rigmill build`, `rigmill watch`"),
    usage("build . --json", "unexpected argument '--json'", "'--message-format json'"),
    usage(
        "build . --remote-cache 127.0.0.1:8080",
        "--remote-cache `127.0.0.1:8080`: the address has no scheme",
        "write grpc://127.0.0.1:8080 or http://127.0.0.1:8080",
    ),
    usage("build . --remote-cache http://127.0.0.1:99999", "not a number from 1 to 65535", "--remote-cache"),
    usage("build . --remote-cache https//x.example/r", "a colon must follow `https`", "https://HOST/PATH"),
    usage("list --params beats", "no stage is called `beats`", "your own program has this stage"),
    manifest(
        "[[rule]]\nmatch = \"*\"\n[[rule.params]]\nx = 1\n",
        "rigmill.toml:3:8",
        "`params` is a list",
        "with single brackets",
    ),
    manifest(
        "[rule.params]\nx = 1\n[[rule]]\nmatch = \"*\"\n",
        "rigmill.toml:1:1",
        "is above the first `[[rule]]`",
        "move this table below",
    ),
    usage("list --params texure", "--params: no stage is called `texure`", "did you mean `texture`?"),
    Mistake {
        file: ("a.blend", ""),
        ..usage("view a.blend", "no importer accepts", "export the file as .fbx or .glb")
    },
    Mistake { file: ("a.psd", ""), ..usage("build a.psd", "no importer accepts", "export the file as .png or .tga") },
    usage("pack Ship.rmp art/build/native", "Ship.rmp is not a folder", "rigmill pack art/build/native Ship.rmp"),
    usage("pack notes.txt Ship.rmp", "notes.txt is not a folder", "rigmill pack build/native Ship.rmp"),
    usage("pack . x.rmp --against none.rmp", "there is no pack none.rmp", "makes the first pack"),
    usage("init gaem", "there is no folder gaem", "`--create`"),
    usage("init notes.txt", "notes.txt is a file", "choose a folder"),
    usage("init --from-mgcb none.mgcb", "cannot read none.mgcb", "check the path"),
    usage("init --stage .beats", "`.beats` cannot be the name of a stage", "did you mean `beats`?"),
    usage("init --stage .My", "`.My` cannot be the name of a stage", "such as `steps`"),
    usage("init --stage My-Stage", "`My-Stage` cannot be the name of a stage", "such as `steps`"),
    usage(
        "init --stage fbx",
        "there is already a stage or a file extension with the name `fbx`",
        "rigmill list --params",
    ),
    Mistake {
        file: ("rigmill.toml", ""),
        command: "init",
        code: 2,
        place: "",
        fact: "rigmill.toml already exists",
        remedy: "move this file away first",
    },
    Mistake {
        file: ("build", ""),
        command: "build .",
        code: 2,
        place: "",
        fact: "build is a file",
        remedy: "choose a different folder with --out",
    },
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
    assert!(MISTAKES.len() > 51);
    let failed = move |mistakes: &'static [Mistake]| -> Vec<String> {
        let fails = |mistake: &&Mistake| std::panic::catch_unwind(|| check(mistake)).is_err();
        mistakes.iter().filter(fails).map(Mistake::name).collect()
    };
    let (first, second) = MISTAKES.split_at(MISTAKES.len() / 2);
    let other = std::thread::spawn(move || failed(second));
    let mut failed = failed(first);
    failed.extend(other.join().unwrap());
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
