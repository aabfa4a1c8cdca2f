//! Tests with unusual and damaged files, compared with the results of FNA's reader.

use std::collections::BTreeMap;
use std::fs;

use rigmill_dom::XnbSource;
use rigmill_pipeline::Level;
use serde_json::Value;

use crate::tests::support::{import_with, robotgame};
use crate::{Xnb, XnbParams};

/// The expected result of a case.
enum Verdict {
    /// Read as FNA reads it, without diagnostics.
    Same,
    /// Rejected, as by FNA.
    Refused(&'static str),
    /// Rejected, although FNA accepts it; with `lenient`, read as FNA reads it.
    Stricter(&'static str),
    /// Read as a type other than an animation. FNA rejects it, because the test asks it for an animation.
    Other(&'static str),
}
use Verdict::{Other, Refused, Same, Stricter};

const CASES: &[(&str, Verdict, &str)] = &[
    ("bad_magic", Refused("R0200"), "XNA instead of XNB"),
    ("bool_2", Stricter("R0205"), "a bool of 2"),
    ("count_less", Stricter("R0206"), "3 sequences, and ten follow"),
    ("count_more", Refused("R0203"), "11 sequences, and ten are there"),
    ("count_neg", Stricter("R0205"), "-1 sequences"),
    ("count_zero", Stricter("R0206"), "0 sequences, and ten follow"),
    ("flags_00", Same, "Reach"),
    ("flags_02", Stricter("R0200"), "a flag that nobody knows"),
    ("flags_40", Stricter("R0207"), "says LZ4, and is not compressed"),
    ("flags_80", Refused("R0207"), "says LZX, and is not compressed"),
    ("flags_81", Refused("R0207"), "says LZX and HiDef, and is not compressed"),
    ("genuine", Same, "as XNA wrote it"),
    ("list_huge", Refused("R0203"), "2^31 - 1 translations"),
    ("list_neg", Refused("R0205"), "-5 translations"),
    ("name_badutf8", Stricter("R0205"), "a name that is not UTF-8"),
    ("name_len_6bytes", Refused("R0205"), "a length in six bytes"),
    ("name_len_huge", Refused("R0203"), "a name of 2 GB"),
    ("name_overlong7bit", Stricter("R0205"), "a length in more bytes than it needs"),
    ("platform_5", Other("AnimationSource"), "a platform of MonoGame that FNA does not know"),
    ("platform_a", Same, "a platform of FNA"),
    ("platform_d", Same, "a platform of FNA"),
    ("platform_g", Same, "a platform of FNA"),
    ("platform_i", Same, "a platform of FNA"),
    ("platform_m", Same, "a platform of FNA"),
    ("platform_q", Refused("R0200"), "no such platform"),
    ("platform_upW", Same, "a platform of FNA"),
    ("platform_upX", Same, "a platform of FNA"),
    ("platform_x", Same, "a platform of FNA"),
    ("reader_noasm", Refused("R0204"), "a reader without its assembly"),
    ("reader_othertype", Other("DataSource"), "a Vector3"),
    ("reader_pkt", Same, "a reader with a public key token"),
    ("reader_short", Same, "a reader without version and culture"),
    ("reader_unknown", Refused("R0204"), "a reader that nobody has"),
    ("reader_version7", Stricter("R0204"), "a reader of version 7"),
    ("readers_none", Refused("R0204"), "no readers"),
    ("shared_missing", Refused("R0203"), "a shared resource that is not there"),
    ("shared_one_null", Same, "a shared resource that is null"),
    ("size_large", Stricter("R0201"), "the size field is larger than the file"),
    ("size_small", Stricter("R0201"), "the size field is smaller than the file"),
    ("size_zero", Stricter("R0201"), "the size field is 0"),
    ("trailing", Stricter("R0206"), "seven bytes behind the content"),
    ("trunc_0", Refused("R0203"), "cut off after 0 bytes"),
    ("trunc_10", Refused("R0203"), "cut off after 10 bytes"),
    ("trunc_101", Refused("R0203"), "cut off after 101 bytes"),
    ("trunc_105", Refused("R0203"), "cut off after 105 bytes"),
    ("trunc_106", Refused("R0203"), "cut off after 106 bytes"),
    ("trunc_107", Refused("R0203"), "cut off after 107 bytes"),
    ("trunc_1097", Refused("R0203"), "cut off after 1097 bytes"),
    ("trunc_11", Refused("R0203"), "cut off after 11 bytes"),
    ("trunc_111", Refused("R0203"), "cut off after 111 bytes"),
    ("trunc_115", Refused("R0203"), "cut off after 115 bytes"),
    ("trunc_120", Refused("R0203"), "cut off after 120 bytes"),
    ("trunc_200", Refused("R0203"), "cut off after 200 bytes"),
    ("trunc_3", Refused("R0203"), "cut off after 3 bytes"),
    ("trunc_5", Refused("R0203"), "cut off after 5 bytes"),
    ("trunc_50", Refused("R0203"), "cut off after 50 bytes"),
    ("trunc_9", Refused("R0203"), "cut off after 9 bytes"),
    ("two_readers", Same, "a reader that is not needed"),
    ("type_null", Refused("R0205"), "null"),
    ("type_oob", Refused("R0204"), "a reader beyond the table"),
    ("version_3", Refused("R0200"), "of XNA 3.0"),
    ("version_4", Stricter("R0200"), "of XNA 3.1: another version than 5"),
    ("version_6", Refused("R0200"), "no such version"),
];

/// FNA does not know the flag for LZ4, and continues as if it were not set.
const NOT_EVEN_LENIENTLY: &[&str] = &["flags_40"];

fn read(case: &str, lenient: bool) -> (Option<XnbSource>, Vec<(Level, String)>) {
    let folder = robotgame();
    let bytes = fs::read(folder.join(format!("xnb_cases/{case}.xnb"))).unwrap();
    let (source, said) = import_with::<Xnb>(&bytes, &XnbParams { lenient, ..XnbParams::default() });
    (source, said.into_iter().map(|diagnostic| (diagnostic.level, diagnostic.code.into_owned())).collect())
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn odd_files_are_read_or_refused() {
    let folder = robotgame();
    let results = fs::read_to_string(folder.join("xnb_cases/results.jsonl")).unwrap();
    let known: BTreeMap<String, bool> = results
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            (line["case"].as_str().unwrap().to_owned(), line["result"]["ok"] == true)
        })
        .collect();
    assert_eq!(CASES.iter().map(|(case, ..)| *case).collect::<Vec<_>>(), known.keys().collect::<Vec<_>>());
    let genuine = read("genuine", false).0.unwrap();
    for (case, verdict, why) in CASES {
        let (source, said) = read(case, false);
        let refused = |code: &str| source.is_none() && said == [(Level::Error, code.to_owned())];
        match verdict {
            Same => {
                assert!(known[*case] && source.as_ref() == Some(&genuine) && said.is_empty(), "{case}: {why}: {said:?}")
            }
            Refused(code) => assert!(!known[*case] && refused(code), "{case}: {why}: {said:?}"),
            Stricter(code) => assert!(known[*case] && refused(code), "{case}: {why}: {said:?}"),
            Other(name) => {
                let found = source.as_ref().map(XnbSource::name);
                assert!(!known[*case] && found == Some(name) && said.is_empty(), "{case}: {why}: {said:?}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn lenient_reads_what_fna_reads_and_warns() {
    for (case, verdict, why) in CASES {
        let (source, said) = read(case, true);
        let expected = match verdict {
            Same | Other(_) => true,
            Refused(_) => false,
            Stricter(_) => !NOT_EVEN_LENIENTLY.contains(case),
        };
        assert_eq!(source.is_some(), expected, "{case}: {why}: {said:?}");
        let warned = said.iter().any(|(level, _)| *level == Level::Warning);
        assert!(!expected || warned == matches!(verdict, Stricter(_)), "{case}: {why}: {said:?}");
    }
}
