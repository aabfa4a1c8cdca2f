//! Game data is a tree of typed values.
//!
//! A data file has these sections, in this order:
//!
//! | id     | element type          | contents                                                                     |
//! |--------|-----------------------|------------------------------------------------------------------------------|
//! | `NODE` | node record, 16 bytes | one record per value; the first node is the root of the tree                 |
//! | `WORD` | u32                   | the numbers of each value that consists of more than two numbers             |
//! | `BYTE` | u8                    | the bytes of each value of kind 14 (bytes)                                   |
//! | `TYPE` | u32                   | the index of each type name in `STRS`, in ascending order                    |
//! | `STRS` | span                  | the text of each string, in `TEXT`; sorted in byte order, without duplicates |
//! | `TEXT` | u8                    | the text of all strings                                                      |
//!
//! ### Data: node record
//!
//! | offset | type | field | value |
//! |-------:|------|-------|------------|
//! |      0 | u16  | kind  | the number of the value's kind, from the table of kinds below |
//! |      2 | u16  | type  | for an enum, list, map or record with a type name: 1 + the index of the name in `TYPE`; otherwise 0 |
//! |      4 | u32  | name  | for a record's field: 1 + the index of the field's name in `STRS`; otherwise 0 |
//! |      8 | u32  | low   | depends on the value's kind: see the table of kinds below |
//! |     12 | u32  | high  | depends on the value's kind: see the table of kinds below |
//!
//! ### Data: kinds
//!
//! | number | kind              | low                                              | high |
//! |-------:|-------------------|--------------------------------------------------|------------|
//! |      0 | null              | 0                                                | 0 |
//! |      1 | bool              | 0 or 1                                           | 0 |
//! | 2 to 5 | i8, i16, i32, i64 | the lower 32 bits of the value as an i64         | the upper 32 bits of the value as an i64 |
//! | 6 to 9 | u8, u16, u32, u64 | the lower 32 bits of the value as a u64          | the upper 32 bits of the value as a u64 |
//! |     10 | f32               | the bits of the float                            | 0 |
//! |     11 | f64               | the lower 32 bits of the float                   | the upper 32 bits of the float |
//! |     12 | char              | a Unicode scalar value                           | 0 |
//! |     13 | text              | the index of the text in `STRS`                  | 0 |
//! |     14 | bytes             | the index of the first byte in `BYTE`            | the number of bytes |
//! |     15 | vector2           | x, as an f32                                     | y, as an f32 |
//! |     16 | vector3           | the index of the first number in `WORD`          | always 3; the numbers are x, y, z, as f32 |
//! |     17 | vector4           | the index of the first number in `WORD`          | always 4; the numbers are x, y, z, w, as f32 |
//! |     18 | quaternion        | the index of the first number in `WORD`          | always 4; the numbers are x, y, z, w, as f32 |
//! |     19 | matrix            | the index of the first number in `WORD`          | always 16; the numbers are the matrix row by row, as f32 |
//! |     20 | color             | r, g, b, a, 1 byte each                          | 0 |
//! |     21 | bounding-sphere   | the index of the first number in `WORD`          | always 4; the numbers are the center x, y, z and the radius, as f32 |
//! |     22 | bounding-box      | the index of the first number in `WORD`          | always 6; the numbers are the smallest x, y, z and the largest x, y, z, as f32 |
//! |     23 | plane             | the index of the first number in `WORD`          | always 4; the numbers are the normal x, y, z and the distance d, as f32 |
//! |     24 | ray               | the index of the first number in `WORD`          | always 6; the numbers are the position x, y, z and the direction x, y, z, as f32 |
//! |     25 | point             | x, as an i32                                     | y, as an i32 |
//! |     26 | rectangle         | the index of the first number in `WORD`          | always 4; the numbers are x, y, the width and the height, as i32 |
//! |     27 | enum              | the index of the enum's value in `NODE`          | always 1; the value is a text or an integer |
//! |     28 | list              | the index of the first item in `NODE`            | the number of items |
//! |     29 | map               | the index of the first key in `NODE`             | the number of keys and values together; each key is followed by its value |
//! |     30 | record            | the index of the first field in `NODE`           | the number of fields |
//! |     31 | reference         | the index of another asset's full name in `STRS` | 0 |
//!
//! ### Data: rules
//!
//! - The nodes are in breadth-first order: the root, its children, its grandchildren, and so on. The children of a node
//!   are next to each other.
//! - The numbers in `WORD` and the bytes in `BYTE` are in the order of their nodes, without gaps.
//! - Each string and each type name is used at least once.
//! - No two fields of a record have the same name.
//! - The tree has at most 96 levels.
//! - Floats may be infinite or NaN. Rigmill preserves every float bit for bit.

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
