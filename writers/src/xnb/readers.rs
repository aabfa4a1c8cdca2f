//! The type readers of XNA 4, by the names that its own pipeline writes.

macro_rules! of_graphics {
    ($name:literal) => {
        concat!(
            "Microsoft.Xna.Framework.Content.",
            $name,
            ", Microsoft.Xna.Framework.Graphics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553"
        )
    };
}

macro_rules! vector {
    ($name:literal) => {
        concat!(
            "[Microsoft.Xna.Framework.",
            $name,
            ", Microsoft.Xna.Framework, Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553]"
        )
    };
}

macro_rules! system {
    ($name:literal) => {
        concat!("[System.", $name, ", mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089]")
    };
}

macro_rules! of_array {
    ($element:expr) => {
        concat!("Microsoft.Xna.Framework.Content.ArrayReader`1[", $element, "]")
    };
}

pub(super) const MODEL: &str = of_graphics!("ModelReader");
pub(super) const VERTEX_BUFFER: &str = of_graphics!("VertexBufferReader");
pub(super) const VERTEX_DECLARATION: &str = of_graphics!("VertexDeclarationReader");
pub(super) const INDEX_BUFFER: &str = of_graphics!("IndexBufferReader");
pub(super) const BASIC_EFFECT: &str = of_graphics!("BasicEffectReader");
pub(super) const SKINNED_EFFECT: &str = of_graphics!("SkinnedEffectReader");
pub(super) const EFFECT_MATERIAL: &str = of_graphics!("EffectMaterialReader");
/// Of textures of any kind.
pub(super) const TEXTURE: &str = of_graphics!("TextureReader");
pub(super) const TEXTURE_2D: &str = of_graphics!("Texture2DReader");
pub(super) const STRING: &str = "Microsoft.Xna.Framework.Content.StringReader";
pub(super) const BOOLEAN: &str = "Microsoft.Xna.Framework.Content.BooleanReader";
pub(super) const SINGLE: &str = "Microsoft.Xna.Framework.Content.SingleReader";
pub(super) const VECTOR_2: &str = "Microsoft.Xna.Framework.Content.Vector2Reader";
pub(super) const VECTOR_4: &str = "Microsoft.Xna.Framework.Content.Vector4Reader";
pub(super) const QUATERNION: &str = "Microsoft.Xna.Framework.Content.QuaternionReader";
pub(super) const INT_32: &str = "Microsoft.Xna.Framework.Content.Int32Reader";
pub(super) const VECTOR_3: &str = "Microsoft.Xna.Framework.Content.Vector3Reader";
pub(super) const MATRIX: &str = "Microsoft.Xna.Framework.Content.MatrixReader";
pub(super) const BOUNDING_SPHERE: &str = "Microsoft.Xna.Framework.Content.BoundingSphereReader";
pub(super) const TABLE: &str =
    concat!("Microsoft.Xna.Framework.Content.DictionaryReader`2[", system!("String"), ",", system!("Object"), "]");
pub(super) const EXTERNAL_REFERENCE: &str = "Microsoft.Xna.Framework.Content.ExternalReferenceReader";
pub(super) const CURVE: &str = "Microsoft.Xna.Framework.Content.CurveReader";
pub(super) const CURVE_TABLE: &str =
    concat!("Microsoft.Xna.Framework.Content.DictionaryReader`2[", system!("String"), ",", vector!("Curve"), "]");
pub(super) const INT_32_ARRAY: &str = of_array!(system!("Int32"));
pub(super) const VECTOR_3_ARRAY: &str = of_array!(vector!("Vector3"));
pub(super) const MATRIX_ARRAY: &str = of_array!(vector!("Matrix"));
