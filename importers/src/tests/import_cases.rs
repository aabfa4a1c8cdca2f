//! Tests with unusual small files, compared with the results of .NET's XmlSerializer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rigmill_dom::{AnimationSource, KeyFrameSource};
use rigmill_pipeline::{Diagnostic, Level};
use serde_json::{Value, json};

use super::support::{animation, robotgame};

/// The expected result of a case.
enum Verdict {
    /// Read as XmlSerializer reads it, without diagnostics.
    Same,
    /// Read as XmlSerializer reads it, with this warning.
    Warned(&'static str),
    /// Rejected, as by XmlSerializer.
    Refused(&'static str),
    /// Rejected, although XmlSerializer accepts it.
    Stricter(&'static str),
}
use Verdict::{Refused, Same, Stricter, Warned};

const CASES: &[(&str, Verdict, &str)] = &[
    ("base", Same, "the form XmlSerializer writes"),
    ("bom", Same, "UTF-8 with a byte order mark"),
    ("bone_0", Same, "a blank before a bone's name counts"),
    ("bone_1", Same, "a blank behind a bone's name counts"),
    ("bone_2", Same, "blanks around and inside a bone's name count"),
    ("bone_3", Same, "a bone's name may be empty"),
    ("bone_4", Same, "a bone's name may be blank"),
    ("bone_5", Same, "references are text"),
    ("bone_6", Same, "CDATA is text"),
    ("bone_7", Refused("R0027"), "a comment inside a value"),
    ("bone_8", Same, "line ends in a bone's name count"),
    ("bone_missing", Warned("R0034"), "an absent bone's name is empty"),
    ("bone_selfclosed", Same, "a self-closed bone's name is empty"),
    ("bool_0", Stricter("R0012"), "1 is true, so there must be scales"),
    ("bool_1", Same, "0 is false"),
    ("bool_2", Stricter("R0012"), "true among blanks is true, so there must be scales"),
    ("bool_3", Refused("R0015"), "True is no truth value"),
    ("bool_4", Refused("R0015"), "TRUE is no truth value"),
    ("bool_5", Refused("R0015"), "yes is no truth value"),
    ("bool_6", Refused("R0015"), "nothing is no truth value"),
    ("case", Stricter("R0019"), "keyCount is not KeyCount, so there are no keys"),
    ("count_mismatch", Stricter("R0024"), "count 10, one sequence"),
    ("count_zero", Stricter("R0024"), "count 0, one sequence"),
    ("crlf", Same, "CR LF ends lines"),
    ("default_ns", Refused("R0014"), "the root is in a namespace"),
    ("dtd_entity", Refused("R0013"), "a DOCTYPE"),
    ("dup_duration", Warned("R0032"), "the first of two values counts"),
    ("dup_list", Stricter("R0012"), "two lists append, which makes three keys for KeyCount 2"),
    ("empty_file", Refused("R0011"), "no root element"),
    ("empty_list", Same, "empty lists"),
    ("empty_root", Same, "an animation of nothing"),
    ("float_00", Same, "an exponent"),
    ("float_01", Same, "blanks around a number"),
    ("float_02", Stricter("R0022"), "INF as a key"),
    ("float_03", Stricter("R0022"), "-INF as a key"),
    ("float_04", Stricter("R0022"), "NaN as a key"),
    ("float_05", Same, "a plus sign"),
    ("float_06", Same, "no digit before the point"),
    ("float_07", Same, "no digit behind the point"),
    ("float_08", Refused("R0015"), "a comma"),
    ("float_09", Refused("R0015"), "hexadecimal"),
    ("float_10", Refused("R0015"), "no number at all"),
    ("float_11", Same, "-0 keeps its sign"),
    ("float_12", Same, "-0.000000 keeps its sign"),
    ("float_13", Refused("R0016"), "1e39 overflows"),
    ("float_14", Same, "1e-46 is 0"),
    ("float_15", Same, "near the smallest normal number"),
    ("float_16", Refused("R0016"), "just above the largest number"),
    ("float_17", Stricter("R0022"), "Infinity as a key"),
    ("float_18", Same, "rounded twice, through f64"),
    ("float_19", Refused("R0015"), "an underscore"),
    ("float_20", Refused("R0015"), "a suffix d"),
    ("float_21", Refused("R0015"), "a suffix f"),
    ("float_22", Refused("R0015"), "two signs"),
    ("int_0", Same, "blanks around a count"),
    ("int_1", Same, "a plus sign before a count"),
    ("int_2", Refused("R0015"), "a count with a point"),
    ("int_3", Refused("R0016"), "a count beyond 32 bits"),
    ("int_4", Stricter("R0019"), "KeyCount -1"),
    ("int_5", Refused("R0015"), "an empty count"),
    ("int_6", Refused("R0015"), "a hexadecimal count"),
    ("int_7", Same, "leading zeros"),
    ("latin1", Same, "iso-8859-1"),
    ("leading_ws", Refused("R0011"), "white space before the declaration"),
    ("leading_ws_nodecl", Same, "white space before the root"),
    ("list_stray_item", Warned("R0030"), "a Vector3 outside any list"),
    ("nil_list", Same, "a nil list, then another"),
    ("nil_vec", Same, "a nil Vector3 is zero"),
    ("no_decl", Same, "no declaration"),
    ("no_duration", Same, "an absent duration is 0"),
    ("no_sequences", Same, "no list of sequences"),
    ("order", Same, "another order of elements"),
    ("pi_comment", Same, "comments and processing instructions among elements"),
    ("prefixed", Refused("R0014"), "the root is in a namespace by a prefix"),
    ("stray_text", Warned("R0031"), "text among elements"),
    ("truncated", Refused("R0011"), "cut short"),
    ("two_roots", Warned("R0033"), "a second root"),
    ("unknown_attr", Same, "an unknown attribute"),
    ("unknown_element", Warned("R0030"), "an unknown element"),
    ("utf16le", Same, "UTF-16 with a byte order mark"),
    ("utf8_bone", Same, "a bone's name beyond ASCII"),
    ("vec_empty", Same, "a Vector3 without components is zero"),
    ("vec_extra_w", Warned("R0030"), "a Vector3 with W"),
    ("vec_missing_z", Same, "an absent component is 0"),
    ("vec_order", Same, "components in another order"),
    ("wrong_root", Refused("R0014"), "another root"),
];

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn every_case_is_read_as_dotnet_reads_it_or_refused_for_a_reason() {
    let folder = robotgame();
    let folder = folder.join("import_cases");
    let expected = dotnet_results(&fs::read_to_string(folder.join("results.jsonl")).unwrap());
    assert_eq!(names_in(&folder), CASES.iter().map(|(name, ..)| (*name).to_owned()).collect());
    for (name, verdict, why) in CASES {
        let (value, diagnostics) = animation(fs::read(folder.join(format!("{name}.Animation"))).unwrap());
        let dotnet = &expected[*name];
        let context = format!("{name} ({why}): {diagnostics:#?}");
        match verdict {
            Same => assert!(diagnostics.is_empty(), "{context}"),
            Warned(code) => assert_eq!(codes(&diagnostics, Level::Warning), [*code], "{context}"),
            Refused(code) | Stricter(code) => assert_eq!(codes(&diagnostics, Level::Error), [*code], "{context}"),
        }
        assert_eq!(dotnet.get("error").is_some(), matches!(verdict, Refused(_)), "{context}");
        assert_eq!(value.is_some(), matches!(verdict, Same | Warned(_)), "{context}");
        if let Some(value) = value {
            assert_eq!(bits(&as_dotnet(&value)), bits(dotnet), "{context}");
        }
    }
}

fn dotnet_results(lines: &str) -> BTreeMap<String, Value> {
    let parse = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    lines.lines().map(parse).map(|line| (line["case"].as_str().unwrap().to_owned(), line["result"].clone())).collect()
}

fn names_in(folder: &std::path::Path) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".Animation").map(str::to_owned)).collect()
}

fn codes(diagnostics: &[Diagnostic], level: Level) -> Vec<&str> {
    let of_level = diagnostics.iter().filter(|diagnostic| diagnostic.level == level);
    of_level.map(|diagnostic| diagnostic.code.as_ref()).collect()
}

fn as_dotnet(animation: &AnimationSource) -> Value {
    json!({
        "KeyFrameSequenceCount": animation.key_frame_sequence_count,
        "Duration": animation.duration,
        "KeyFrameSequences": animation.sequences.iter().map(sequence_as_dotnet).collect::<Vec<_>>(),
    })
}

fn sequence_as_dotnet(sequence: &KeyFrameSource) -> Value {
    json!({
        "BoneName": sequence.bone_name,
        "KeyCount": sequence.key_count,
        "Duration": sequence.duration,
        "KeyInterval": sequence.key_interval,
        "HasTranslation": sequence.has_translation,
        "HasRotation": sequence.has_rotation,
        "HasScale": sequence.has_scale,
        "HasTime": sequence.has_time,
        "FixedTranslation": sequence.fixed_translation,
        "FixedRotation": sequence.fixed_rotation,
        "FixedScale": sequence.fixed_scale,
        "Translation": sequence.translation,
        "Rotation": sequence.rotation,
        "Scale": sequence.scale,
        "Time": sequence.time,
    })
}

/// Returns the value with each number replaced by the bits of its `f32`.
#[expect(clippy::cast_possible_truncation, reason = "the results are f32, printed with enough digits")]
fn bits(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!((number.as_f64().unwrap() as f32).to_bits()),
        Value::Array(items) => items.iter().map(bits).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), bits(value))).collect(),
        other => other.clone(),
    }
}
