//! Tests complete content projects, given as text.

use std::io;
use std::path::Path;

use rigmill_pipeline::Registry;
use rigmill_test_random::Random;

use super::finding::Findings;
use super::mgcb::expansion::{Expansion, expand};
use super::mgcb::reader;
use super::project::{Item, Use};
use super::{Converted, ReadFile, Request};

type Files<'a> = &'a [(&'a str, &'a str)];

/// Expands `/c/Content.mgcb`, one of these files. Paths are relative to `/c`.
fn expanded(files: Files<'_>, defines: &[(&str, &str)]) -> Expansion {
    let read = |path: &Path| {
        let found = files.iter().find(|(name, _)| super::path::resolve(Path::new("/c"), name) == path);
        found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    let defines: Vec<_> = defines.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let path = Path::new("/c/Content.mgcb");
    expand(path, read(path).unwrap(), &defines, &read)
}

/// Converts a content project for a project in the same folder.
pub(crate) fn converted(folder: &Path, name: &str, registry: &Registry, read: ReadFile<'_>) -> Converted {
    Request { folder, name, root: folder, defines: &[], read, names_all: false }.convert(registry).unwrap()
}

/// Returns the items, as `source;destination importer > processor params`, and the findings.
fn read(files: Files<'_>, defines: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let expansion = expanded(files, defines);
    let mut findings: Findings = expansion.findings;
    let project = reader::read(Path::new("/c"), &expansion.steps, &mut findings);
    let items = project.items.iter().map(as_text).collect();
    (items, findings.lines(&expansion.files, Path::new("/c")))
}

/// Formats an item as `source;destination importer > processor params`.
pub(crate) fn as_text(item: &Item) -> String {
    let source = item.source.to_str().unwrap().replace('\\', "/");
    let destination = item.destination.as_ref().map(|it| format!(";{it}")).unwrap_or_default();
    let how = match &item.how {
        Use::Copy => "copied".to_owned(),
        Use::Build { importer, processor, params } => {
            let params: Vec<_> = params.iter().map(|(name, (value, _))| format!(" {name}={value}")).collect();
            format!("{importer} > {processor}{}", params.concat())
        }
    };
    format!("{source}{destination} {how}")
}

fn check(files: Files<'_>, defines: &[(&str, &str)], items: &[&str], findings: &[&str]) {
    check_read(&read(files, defines), items, findings);
}

/// Checks the items of a project, and the beginning of each finding.
pub(super) fn check_read(
    (found_items, found_findings): &(Vec<String>, Vec<String>),
    items: &[&str],
    findings: &[&str],
) {
    assert_eq!(found_items, items);
    assert_eq!(found_findings.len(), findings.len(), "{found_findings:#?}");
    for (found, expected) in found_findings.iter().zip(findings) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn an_item_has_what_was_set_when_it_was_named() {
    let text = "\u{feff}#begin a.png\r\n/importer:TextureImporter\r\n/processor:TextureProcessor\r\n\
                /processorParam:GenerateMipmaps=True\r\n/processorParam:GenerateMipmaps=False\r\n/build:Art\\a.png\r\n\
                \r\n/processor:ModelProcessor\r\n/processorParam=Scale:2\r\n--build=b.fbx;Models/c\r\n-copy:d.txt\r\n";
    let items = [
        "/c/Art/a.png TextureImporter > TextureProcessor GenerateMipmaps=False",
        "/c/b.fbx;Models/c TextureImporter > ModelProcessor Scale=2",
        "/c/d.txt copied",
    ];
    check(&[("Content.mgcb", text)], &[], &items, &[]);
}

#[test]
fn switches_below_the_last_item_are_reported() {
    let text =
        "/importer:A\n/build:a.png\n#begin b.png\n/build:b.png\n/processor:P\n/processorParam:x=1\n/copy:c.txt\n";
    let finding = "Content.mgcb:5:1: no /build follows this switch, so it has no effect (also at Content.mgcb:6:1); \
                   write the switches of each item above its /build";
    let items = ["/c/a.png A > ", "/c/b.png A > ", "/c/c.txt copied"];
    check(&[("Content.mgcb", text)], &[], &items, &[finding]);
    check(&[("Content.mgcb", "/processor:P\n/build:a.png\n/processor:\n")], &[], &["/c/a.png  > P"], &[]);
}

#[test]
fn an_item_named_again_counts_where_it_was_named_last() {
    let text = "/build:a.png\n/build:b.png\n/processor:X\n/build:A.png\n/build:a.png;c\n";
    check(&[("Content.mgcb", text)], &[], &["/c/b.png  > ", "/c/A.png  > X", "/c/a.png;c  > X"], &[]);
}

#[test]
fn conditions_decide_and_properties_are_filled_in() {
    let text = "$set art=Art\n$if art\n/build:$(art)/a.png\n$if art=None\n$if x\n/build:b.png\n$endif\n/nonsense\n$endif\n\
                /build:c.png\n$endif\n$if os=mac\n/build:d.png\n$endif\n/platform:desktopgl\n/config:Debug\n\
                /build:$(Platform)/$(Configuration)/e.png\n/build:$(none).png\n";
    let items =
        ["/c/Art/a.png  > ", "/c/c.png  > ", "/c/d.png  > ", "/c/DesktopGL/Debug/e.png  > ", "/c/$(none).png  > "];
    let findings = [
        "Content.mgcb:4:1: the property `art` is `Art`, so Rigmill skips this part; to convert this part, pass --define art=None",
        "Content.mgcb:18:1: `$(none)` has no value, so Rigmill does not replace this text",
    ];
    check(&[("Content.mgcb", text)], &[("os", "mac")], &items, &findings);
    let (items, findings) = read(&[("Content.mgcb", text)], &[]);
    assert!(!items.contains(&"/c/d.png  > ".to_owned()));
    assert!(findings[1].starts_with("Content.mgcb:12:1: the property `os` is not set"), "{findings:?}");
}

#[test]
fn response_files_are_read_in_their_own_folders() {
    let files = [
        ("Content.mgcb", "/@:sub/more.txt\n/build:b.png\n@flat.txt\nOther.mgcb\n/workingDir:art\n/build:f.png\n"),
        ("sub/more.txt", "/build:a.png\n/@:deep\\more.txt\n/build:c.png\n"),
        ("sub/deep/more.txt", "/build:../../d.png\n"),
        ("flat.txt", "/build:g.png\n"),
        ("Other.mgcb", "plain.png\n"),
    ];
    let sources = ["sub/a", "d", "sub/c", "b", "g", "plain", "art/f"].map(|name| format!("/c/{name}.png  > "));
    check(&files, &[], &sources.each_ref().map(String::as_str), &[]);
}

#[test]
fn faults_have_their_places() {
    let files = [
        (
            "Content.mgcb",
            "/bulid:a.png\n  /compress:maybe\n$endif\n/@:none.txt\n/@:loop.txt\n/platform:Amiga\n$if a\n/build:;x\n",
        ),
        ("loop.txt", "/@:Content.mgcb\n"),
    ];
    let findings = [
        "Content.mgcb:1:1: unknown switch `/bulid`; did you mean `/build`?",
        "Content.mgcb:2:3: `maybe` is not a valid value for /compress",
        "Content.mgcb:3:1: `$endif` has no `$if`",
        "Content.mgcb:4:1: cannot read the response file `none.txt`",
        "Content.mgcb:6:1: unknown platform `Amiga`",
        "Content.mgcb:7:1: the property `a` is not set",
        "Content.mgcb:7:1: `$if` has no `$endif`",
        "loop.txt:1:1: the response file `Content.mgcb` includes itself",
    ];
    check(&files, &[], &[], &findings);
}

#[test]
fn every_switch_that_is_no_item_is_heard_or_reported() {
    let text = "/outputDir:bin/$(Platform)\n/intermediateDir:obj\n/rebuild\n/clean\n/incremental\n/quiet\n/verbose\n\
                /platform:Windows\n/profile:Reach\n/config:\n/compress:True\n/launchdebugger\n/waitfordebugger\n\
                /reference:Game.dll\n/singleItem:a.png\n-qr\n/rebuild:False\n/processorParam:a=b=c\n";
    let findings = [
        "Content.mgcb:3:1: /rebuild: this switch affects a single run, so rigmill.toml has no setting for it (also at Content.mgcb:16:1); use `rigmill build --force`",
        "Content.mgcb:4:1: /clean",
        "Content.mgcb:5:1: /incremental",
        "Content.mgcb:6:1: /quiet",
        "Content.mgcb:7:1: /verbose",
        "Content.mgcb:11:1: /compress",
        "Content.mgcb:12:1: /launchDebugger",
        "Content.mgcb:13:1: /waitForDebugger",
        "Content.mgcb:14:1: Game.dll: Rigmill cannot use importers and processors from .NET assemblies",
        "Content.mgcb:15:1: /singleItem:a.png",
        "Content.mgcb:18:1: /processorParam:a=b=c: expected name=value",
    ];
    check(&[("Content.mgcb", text)], &[], &[], &findings);
}

#[test]
fn properties_that_grow_and_files_that_fan_out_are_bounded() {
    let mut text = "$set a=0123456789\n".to_owned();
    (0..40).for_each(|_| text += "$set a=$(a)$(a)\n");
    let (_, findings) = read(&[("Content.mgcb", &text)], &[]);
    assert!(findings.iter().any(|it| it.contains("this line has more than 32768 bytes")), "{findings:?}");
    let fans: Vec<(String, String)> = (0..14)
        .map(|at| (format!("{at}.txt"), format!("/@:{}.txt\n/@:{}.txt\n/build:a.png\n", at + 1, at + 1)))
        .collect();
    let mut files: Vec<(&str, &str)> = fans.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.extend([("Content.mgcb", "/@:0.txt\n"), ("14.txt", "")]);
    let expansion = expanded(&files, &[]);
    assert!(expansion.files.len() <= 256 && expansion.findings.errors() > 0);
}

#[test]
fn a_manifest_is_made_of_any_name_and_remark() {
    let registry = Registry::new();
    let text = "/build:a\u{7f}\u{1}b.x\n/build:../out.x\n/profile:HiDef\n/platform:Switch\n";
    let folder = std::env::temp_dir().canonicalize().unwrap();
    let read = |_: &Path| Ok(text.as_bytes().to_vec());
    let converted = converted(&folder, "a\"'.mgcb", &registry, &read);
    let manifest = converted.manifest.unwrap();
    let parsed = rigmill_graph::Manifest::parse(&manifest).map_err(|it| format!("{it:?}\n{manifest}"));
    assert!(parsed.unwrap().rules.all()[0].excluded, "{manifest}");
    assert_eq!((converted.items, converted.assets, converted.diagnostics.len()), (2, 0, 4));
}

fn messages_of(bytes: &[u8]) -> Vec<String> {
    let folder = std::env::temp_dir().canonicalize().unwrap();
    let read = |_: &Path| Ok(bytes.to_vec());
    let converted = converted(&folder, "c.mgcb", &Registry::new(), &read);
    converted.diagnostics.into_iter().map(|it| format!("{}; {}", it.message, it.help.unwrap_or_default())).collect()
}

#[test]
fn files_without_items_in_utf_16_or_with_an_unset_macro_are_reported() {
    let has = |bytes: &[u8], expected: &str| {
        let messages = messages_of(bytes);
        assert!(messages.iter().any(|it| it.contains(expected)), "{messages:?}");
    };
    has(b"# empty\n", "the content project has no items");
    let utf_16: Vec<u8> = "\u{feff}/build:a.png".encode_utf16().flat_map(u16::to_le_bytes).collect();
    has(&utf_16, "is UTF-16 text; save the file as UTF-8 text");
    has(b"/build:$(Config)/x.wav\n", "`$(Config)` has no value");
    has(b"/outputDir:Art\n/build:Art/x.wav\n", "the output folder contains sources, so Rigmill writes to `build`");
}

#[test]
fn any_bytes_are_read_or_refused() {
    let sample =
        "\u{feff}$set a=b\r\n$if a=b\n/@:x.txt\n/processorParam:Scale=$(a)\n/build:a;b\n$endif\n#c\n-qr\n/P:x=1\n";
    let mut random = Random::new(1);
    let mut next = |end: usize| random.below(end);
    for _ in 0..2000 {
        let mut bytes = sample.as_bytes().to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(3) {
                0 => bytes.truncate(at + 1),
                1 => bytes[at] = *b"$()/:=;\n\r\0\xff@#-i".get(next(15)).unwrap(),
                _ => bytes.splice(at..at, sample.as_bytes()[next(20)..].to_vec()).for_each(drop),
            }
        }
        let folder = std::env::temp_dir();
        let read = |_: &Path| Ok(bytes.clone());
        converted(&folder, "c.mgcb", &Registry::new(), &read);
    }
}
