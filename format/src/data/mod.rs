//! Game data is a tree of typed values.
//!
//! The file has these sections, in this order:
//!
//! | id     | element         | elements                                                              |
//! |--------|-----------------|-----------------------------------------------------------------------|
//! | `NODE` | node record, 16 | one per value; the first is the tree's root                           |
//! | `WORD` | u32             | per node with more than two numbers: its numbers                      |
//! | `BYTE` | u8              | per node of kind bytes: its bytes                                     |
//! | `TYPE` | u32             | per type name: its index in `STRS`, ascending                         |
//! | `STRS` | span            | per string: its text in `TEXT`; each string once, sorted byte by byte |
//! | `TEXT` | u8              | the strings                                                           |
//!
//! ### Data: node record
//!
//! | offset | type | field | value                                                                               |
//! |-------:|------|-------|-------------------------------------------------------------------------------------|
//! |      0 | u16  | kind  | a number from the table of kinds                                                    |
//! |      2 | u16  | type  | for an enum, list, map or record with a type name: 1 + an index into `TYPE`; else 0 |
//! |      4 | u32  | name  | for a record's field, 1 + an index into `STRS`; else 0                              |
//! |      8 | u32  | low   | depends on the kind: see the table of kinds                                         |
//! |     12 | u32  | high  | depends on the kind: see the table of kinds                                         |
//!
//! ### Data: kinds
//!
//! | number | kind            | low                                               | high                                                             |
//! |-------:|-----------------|---------------------------------------------------|------------------------------------------------------------------|
//! |      0 | null            | 0                                                 | 0                                                                |
//! |      1 | bool            | 0 or 1                                            | 0                                                                |
//! |    2-5 | i8 i16 i32 i64  | lower half of an i64                              | upper half                                                       |
//! |    6-9 | u8 u16 u32 u64  | lower half of a u64                               | upper half                                                       |
//! |     10 | f32             | its bits                                          | 0                                                                |
//! |     11 | f64             | its bits, lower half                              | upper half                                                       |
//! |     12 | char            | a Unicode scalar                                  | 0                                                                |
//! |     13 | text            | index into `STRS`                                 | 0                                                                |
//! |     14 | bytes           | index into `BYTE`                                 | number of bytes                                                  |
//! |     15 | vector2         | x, f32                                            | y, f32                                                           |
//! |     16 | vector3         | index into `WORD`                                 | 3: x y z as f32                                                  |
//! |     17 | vector4         | index into `WORD`                                 | 4: x y z w as f32                                                |
//! |     18 | quaternion      | index into `WORD`                                 | 4: x y z w as f32                                                |
//! |     19 | matrix          | index into `WORD`                                 | 16: row by row, as f32                                           |
//! |     20 | color           | r g b a, 1 byte each                              | 0                                                                |
//! |     21 | bounding-sphere | index into `WORD`                                 | 4: center and radius as f32                                      |
//! |     22 | bounding-box    | index into `WORD`                                 | 6: min and max as f32                                            |
//! |     23 | plane           | index into `WORD`                                 | 4: normal and d as f32                                           |
//! |     24 | ray             | index into `WORD`                                 | 6: position and direction as f32                                 |
//! |     25 | point           | x, i32                                            | y, i32                                                           |
//! |     26 | rectangle       | index into `WORD`                                 | 4: x y width height as i32                                       |
//! |     27 | enum            | index into `NODE`                                 | 1: the value of the enum, a string or a whole number             |
//! |     28 | list            | index into `NODE`                                 | number of items                                                  |
//! |     29 | map             | index into `NODE`                                 | number of keys and values, in the order key, value, key, value … |
//! |     30 | record          | index into `NODE`                                 | number of fields                                                 |
//! |     31 | reference       | index into `STRS`: the full name of another asset | 0                                                                |
//!
//! ### Data: rules
//!
//! - `NODE` has the levels of the tree one after another: the root, then its children, then the children of these
//!   children, and so on.
//! - Within a level, the nodes are in the order of their parents, so the children of a value are next to each other.
//! - The values in `WORD` and `BYTE` follow each other in the order of the nodes, without gaps.
//! - Each string and each type name is used at least once.
//! - No two fields of a record have the same name.
//! - The tree has at most 96 levels.
//! - Floats may have any bit pattern, and Rigmill keeps it.

mod encode;
mod getters;
mod kind;
mod own;
mod records;
mod validate;
mod value;
mod view;

pub use kind::DataKind;
pub use records::{DataLayout, DataView};
pub use value::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue, MAX_DATA_DEPTH};
pub use view::{DataEnumView, DataListView, DataMapView, DataRecordView, DataValueView};
