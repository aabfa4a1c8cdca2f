//! Tests complete `.contentproj` files, given as text.

use std::fs;
use std::path::Path;

use rigmill_importers::parse_xml;
use rigmill_pipeline::Registry;
use rigmill_test_random::Random;

use crate::finding::{Findings, ProjectFile};
use crate::sources::Sources;
use crate::tests::converted;
use crate::tests::{as_text, check_read};

/// Returns the items of `/c/Content.contentproj`, and the findings.
fn read_in(folder: &Path, body: &str, defines: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let text = format!(
        "<?xml version=\"1.0\"?><Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\">\n{body}</Project>"
    );
    let (text, root) = parse_xml(text.into_bytes()).unwrap();
    let defines: Vec<_> = defines.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut findings = Findings::default();
    let project = (folder, "Content.contentproj");
    let project = super::read(project, &root, &defines, &mut Sources::below(folder), &mut findings);
    let files = [ProjectFile { path: folder.join("Content.contentproj"), text }];
    (project.items.iter().map(as_text).collect(), findings.lines(&files, folder))
}

fn check(body: &str, defines: &[(&str, &str)], items: &[&str], findings: &[&str]) {
    check_read(&read_in(Path::new("/c"), body, defines), items, findings);
}

#[test]
fn an_item_has_its_stages_parameters_and_name() {
    let body = "<ItemGroup>
        <Compile Include=\"Models\\Grund.fbx\"><Name>Grund</Name><Importer>FbxImporter</Importer>
            <Processor>ModelProcessor</Processor>
            <ProcessorParameters_Scale>0.01</ProcessorParameters_Scale>
            <ProcessorParameters_DefaultEffect>SkinnedEffect</ProcessorParameters_DefaultEffect></Compile>
        <Compile Include='..\\Shared\\A &amp; B.png'><Link>Art\\A &amp; B.png</Link><Name>Both</Name></Compile>
        <Compile Include='a.v2.png'><Name>b.v3</Name></Compile>
        <COMPILE Include='plain.png'><name>plain</name></COMPILE>
        <None Include='Read me.txt'><CopyToOutputDirectory>PreserveNewest</CopyToOutputDirectory></None>
        <Content Include='song.ogg'><CopyToOutputDirectory> always </CopyToOutputDirectory><Link>Music/s.ogg</Link></Content>
        <None Include='no.txt'/><Content Include='no.txt'><CopyToOutputDirectory>Never</CopyToOutputDirectory></Content>
        <Folder Include='Empty'/>
        </ItemGroup>";
    let items = [
        "/c/Models/Grund.fbx FbxImporter > ModelProcessor DefaultEffect=SkinnedEffect Scale=0.01",
        "/Shared/A & B.png;Art/Both.png  > ",
        "/c/a.v2.png;b.v3.png  > ",
        "/c/plain.png  > ",
        "/c/Read me.txt copied",
        "/c/song.ogg;Music/s.ogg copied",
    ];
    check(body, &[], &items, &[]);
}

#[test]
fn lists_escapes_and_duplicates_follow_msbuild() {
    let body = "<ItemGroup>
        <Compile Include=' a.png ; b%3Bc.png;;d.png' Exclude='D.PNG'><Importer>One</Importer></Compile>
        <Compile Include='A.png'><Importer>Two</Importer></Compile>
        <Compile Include='$(Art)\\%(x).png'/>
        <Compile Include='@(Other)'/><Compile Include=\"$([System.String]::Copy('a'))\"/><Compile Update='a.png'/>
        </ItemGroup><PropertyGroup><Art>Images</Art><art>Art</art></PropertyGroup>";
    let items = ["/c/b;c.png One > ", "/c/A.png Two > ", "/c/Art/%(x).png  > "];
    let findings = [
        "Content.contentproj:6:9: 2 items: Rigmill cannot evaluate lists of other items and property functions: @(Other), $([",
        "Content.contentproj:6:88: a.png: Rigmill ignores `Update`",
    ];
    check(body, &[], &items, &findings);
}

#[test]
fn conditions_and_properties_decide_in_the_order_of_msbuild() {
    let body = "<ItemGroup Condition=\"'$(Platform)' == 'Xbox 360'\"><Compile Include='x.png'/><Folder Include='y'/></ItemGroup>
        <ItemGroup><Compile Include='a.png' Condition=\" '$(Configuration)' == 'debug' \">
        <Processor Condition=\"'$(Platform)' == 'x86'\">P86</Processor><Processor Condition='false'>No</Processor></Compile>
        <Compile Include='b.png' Condition=\"Exists('b.png')\"/></ItemGroup>
        <ItemDefinitionGroup><Compile><Importer>Default</Importer></Compile></ItemDefinitionGroup>
        <Choose><When Condition=\"'$(Configuration)' == 'Release'\"><ItemGroup><Compile Include='r.png'/></ItemGroup></When>
        <Otherwise><ItemGroup><Compile Include='o.png'><Importer>Own</Importer></Compile></ItemGroup></Otherwise></Choose>
        <PropertyGroup><Configuration Condition=\" '$(Configuration)' == '' \">Debug</Configuration>
        <Platform Condition=\" '$(Platform)' == '' \">x86</Platform></PropertyGroup>";
    let items = ["/c/a.png Default > P86", "/c/b.png Default > ", "/c/o.png Own > "];
    let findings = [
        "Content.contentproj:2:52: x.png: the condition `'$(Platform)' == 'Xbox 360'` is false; to convert the items with \
         this condition, pass --define Platform=",
        "Content.contentproj:5:9: Rigmill cannot evaluate the condition `Exists('b.png')`, and treats it as true",
    ];
    check(body, &[], &items, &findings);
    let (items, _) = read_in(Path::new("/c"), body, &[("Platform", "Xbox 360"), ("configuration", "Release")]);
    assert_eq!(items, ["/c/x.png Default > ", "/c/b.png Default > ", "/c/r.png Default > "]);
}

#[test]
fn wildcards_give_the_files_below_the_project() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    for name in ["Art/b.png", "Art/Deep/c.PNG", "Art/Deep/d.tga", "e.png"] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), "").unwrap();
    }
    let body = "<ItemGroup><Compile Include='Art\\**\\*.png;..\\*.png' Exclude='**\\C.*'><Name>%(Filename)</Name>
        <ProcessorParameters_From>%(RecursiveDir)%(Extension)</ProcessorParameters_From></Compile>
        <None Include='art2/*'/><Compile Include='art/deep/*.tga'/></ItemGroup>";
    let (items, findings) = read_in(&folder, body, &[]);
    let name = |it: &str| format!("{}/{it}", folder.to_str().unwrap().replace('\\', "/"));
    assert_eq!(items[0], format!("{}  >  From=.png", name("Art/b.png")));
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("../*.png: the files are not inside the project folder"), "{findings:?}");
}

#[test]
fn what_msbuild_does_besides_is_reported_once_a_kind() {
    let body = "<ItemGroup><Reference Include='Microsoft.Xna.Framework.Content.Pipeline.FBXImporter, Version=4.0.0.0'/>
        <Reference Include='Pipeline, Version=1'/><ProjectReference Include='..\\Stages\\Stages.csproj'/></ItemGroup>
        <PropertyGroup><XnaCompressContent>true</XnaCompressContent></PropertyGroup>
        <Import Project='$(MSBuildExtensionsPath)\\Microsoft\\XNA Game Studio\\v4.0\\Microsoft.Xna.GameStudio.ContentPipeline.targets'/>
        <Import Project='more.props'/><Target Name='Empty'/><Target Name='BeforeBuild'><Exec Command='rm'/></Target>";
    let findings = [
        "Content.contentproj:1:",
        "Content.contentproj:3:9: 2 references: Rigmill cannot use importers and processors from .NET assemblies: Pipeline, ../Stages/Stages.csproj",
        "Content.contentproj:6:9: more.props: Rigmill does not read imported project files",
        "Content.contentproj:6:61: BeforeBuild: Rigmill does not run the targets of MSBuild",
    ];
    check(body, &[], &[], &findings);
}

#[test]
fn other_documents_and_hostile_ones_are_refused() {
    let folder = std::env::temp_dir().canonicalize().unwrap();
    let refused = |bytes: &[u8]| {
        let read = |_: &Path| Ok(bytes.to_vec());
        let converted = converted(&folder, "c.contentproj", &Registry::new(), &read);
        assert!(converted.manifest.is_none() && converted.errors == 1);
        let found = &converted.diagnostics[0];
        assert_eq!(found.file.as_ref().map(|file| file.as_str().to_owned()).as_deref(), Some("c.contentproj"));
        (found.code.to_string(), found.location.as_ref().map(|it| it.line))
    };
    let place = |code: &str, line| (code.to_owned(), Some(line));
    assert_eq!(refused(b"<html/>"), place("R0260", 1));
    assert_eq!(refused(b"<Project>\n<ItemGroup></Project>"), place("R0011", 2));
    assert_eq!(refused(b"\n<!DOCTYPE Project [<!ENTITY a 'b'>]><Project/>"), place("R0013", 2));
    assert_eq!(refused(&[b"<Project>".as_slice(), &vec![b' '; 5 << 20]].concat()).0, "R0261");
    let values = "<A>$(A)$(A)xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</A>".repeat(64);
    assert_eq!(refused(format!("<Project><PropertyGroup>{values}</PropertyGroup></Project>").as_bytes()).0, "R0261");
    let files = "a;".repeat(1 << 20);
    let long = "x".repeat(30_000);
    let item =
        format!("<Project><ItemGroup><Compile Include='{files}'><Name>{long}</Name></Compile></ItemGroup></Project>");
    assert_eq!(refused(item.as_bytes()).0, "R0261");
}

#[test]
fn misspelled_names_are_reported() {
    let body = "<PropertyGroup><XnaPlatform>Windos</XnaPlatform><XnaProfile>HiDeff</XnaProfile></PropertyGroup>
        <ItemGroup><Compil Include='a.png'/><Folder Include='b'/></ItemGroup>";
    let findings = [
        "Content.contentproj:2:16: unknown platform `Windos`; did you mean `Windows`?",
        "Content.contentproj:2:49: unknown graphics profile `HiDeff`; choose HiDef or Reach",
        "Content.contentproj:3:20: a.png: Rigmill does not convert items of the unknown type `Compil`; did you mean `Compile`?",
    ];
    check(body, &[], &[], &findings);
    check("<PropertyGroup><XnaPlatform>Xbox 360</XnaPlatform></PropertyGroup>", &[], &[], &[]);
}

#[test]
fn any_bytes_are_read_or_refused() {
    let sample = "\u{feff}<?xml version='1.0'?><Project><PropertyGroup><A Condition=\"'$(A)' == ''\">b%3B</A></PropertyGroup>\
                  <ItemGroup><Compile Include='$(A);*.x;c' Exclude='d'><Name>%(Filename)</Name></Compile></ItemGroup></Project>";
    let mut random = Random::new(2);
    let mut next = |end: usize| random.below(end);
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2000 {
        let mut bytes = sample.as_bytes().to_vec();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            match next(3) {
                0 => bytes.truncate(at + 1),
                1 => bytes[at] = *b"$()<>=';%\n*?&\0\xff".get(next(15)).unwrap(),
                _ => bytes.splice(at..at, sample.as_bytes()[next(20)..next(60) + 20].to_vec()).for_each(drop),
            }
        }
        let read = |_: &Path| Ok(bytes.clone());
        converted(folder.path(), "c", &Registry::new(), &read);
    }
}
