//! Tests of what the animation importer accepts, beyond the cases in `import_cases`.

use rigmill_pipeline::Digest;

use super::support::{TWO_KEYS, animation, clean, document, sequence};

#[test]
fn moving_text_about_changes_no_digest() {
    let source = document(&[&sequence("B", TWO_KEYS), &sequence(" C", TWO_KEYS)]);
    let one_line = source.replace('\n', "");
    let spread = source.replace("><", ">\r\n\t<!-- note -->  <").replace("<X>1</X>", "<X> 1 </X>");
    let digest = |text: &str| Digest::of_value(&clean(animation(text))).unwrap();
    assert_eq!(digest(&source), digest(&one_line));
    assert_eq!(digest(&source), digest(&spread));
    assert_ne!(digest(&source), digest(&source.replace("-0.0", "0.0")));
}

#[test]
fn values_have_their_places_and_absent_ones_that_of_their_owner() {
    let animation = clean(animation(document(&[&sequence("骨 B", TWO_KEYS)])));
    let sequence = &animation.sequences[0];
    assert_eq!(animation.duration.position.to_string(), "3:11");
    assert_eq!(sequence.position.to_string(), "5:1");
    assert_eq!(sequence.bone_name.position.to_string(), "6:11");
    assert_eq!(sequence.translation.position.to_string(), "11:1");
    assert_eq!(sequence.rotation.position.to_string(), "5:1");
    assert_eq!(sequence.has_scale.position.to_string(), "5:1");
}

#[test]
fn references_and_sections_join_into_one_text() {
    let bone = "a&#x41;<![CDATA[<b>\r\n]]>&lt;\r\nc&#13;";
    let animation = clean(animation(document(&[&sequence(bone, TWO_KEYS)])));
    assert_eq!(animation.sequences[0].bone_name.value, "aA<b>\n<\nc\r");
}

#[test]
fn an_element_in_a_namespace_is_unknown() {
    let fields = format!("<p:KeyCount xmlns:p='urn:x'>9</p:KeyCount><KeyCount xmlns='urn:x'>9</KeyCount>{TWO_KEYS}");
    let (value, diagnostics) = animation(document(&[&sequence("B", &fields)]));
    assert_eq!(value.unwrap().sequences[0].key_count.value, 2);
    assert_eq!(diagnostics.iter().map(|found| found.code.as_ref()).collect::<Vec<_>>(), ["R0030", "R0030"]);
}

#[test]
fn lists_without_their_channel_may_be_there_when_they_fit() {
    let fixed = TWO_KEYS.replace("true", "false");
    assert_eq!(clean(animation(document(&[&sequence("B", &fixed)]))).sequences[0].translation.value.len(), 2);
}

#[test]
fn a_fixed_list_may_have_all_keys() {
    let fixed = format!("<FixedTranslation>1</FixedTranslation>{TWO_KEYS}");
    assert_eq!(clean(animation(document(&[&sequence("B", &fixed)]))).sequences[0].translation.value.len(), 2);
}

#[test]
fn nothing_is_asked_of_a_value_that_cannot_be_read() {
    let fields = TWO_KEYS.replace("<KeyCount>2", "<KeyCount>two");
    let (_, diagnostics) = animation(document(&[&sequence("B", &fields)]));
    assert_eq!(diagnostics.iter().map(|found| found.code.as_ref()).collect::<Vec<_>>(), ["R0015"]);
}
