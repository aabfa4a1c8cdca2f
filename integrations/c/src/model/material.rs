//! Materials.

use rigmill_runtime::content::TextureUse;

use super::RigmillModel;
use crate::boundary::{Failure, RigmillStatus, call, pointers::Out, table};
use crate::values::RigmillText;

/// A material of a model.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RigmillMaterial {
    /// The material's name.
    pub name: RigmillText,
    /// The base colour r, g, b, linear, and the opacity, 0 to 1.
    pub base_color: [f32; 4],
    /// The emitted light r, g, b, linear.
    pub emissive: [f32; 3],
    /// How metallic the surface is: from 0 for a dielectric to 1 for a metal.
    pub metallic: f32,
    /// How rough the surface is: from 0 for a mirror to 1 for a rough surface.
    pub roughness: f32,
    /// The alpha mode: 0 for opaque, 1 for masked by `alpha_cutoff`, 2 for blended.
    pub alpha_mode: u32,
    /// The lowest opacity that is drawn in alpha mode 1.
    pub alpha_cutoff: f32,
    /// 1 if the surface is visible from behind, too, else 0.
    pub double_sided: u32,
}

/// Gets a material by its number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_material(
    model: RigmillModel,
    index: usize,
    material: *mut RigmillMaterial,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("material", material)?;
        let model = table::read(model)?;
        let view = model.view();
        let count = view.materials().len();
        let material = view.material(index).ok_or_else(|| Failure::out_of_range("material", index, count))?;
        out.set(RigmillMaterial {
            name: RigmillText::new(material.name()),
            base_color: material.base_color(),
            emissive: material.emissive(),
            metallic: material.metallic(),
            roughness: material.roughness(),
            alpha_mode: u32::from(material.alpha_mode().number()),
            alpha_cutoff: material.alpha_cutoff(),
            double_sided: u32::from(material.double_sided()),
        });
        Ok(())
    })
}

/// Gets the asset name of a material's texture for a use: 0 for colour, 1 normals, 2 specular, 3 emissive, 4 opacity, 5
/// roughness, 6 metalness, 7 occlusion. Returns `RIGMILL_STATUS_NOT_FOUND` if the material has no such texture.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rigmill_model_texture(
    model: RigmillModel,
    material: usize,
    usage: u32,
    asset: *mut RigmillText,
) -> RigmillStatus {
    call(|| {
        let out = Out::new("asset", asset)?;
        let model = table::read(model)?;
        let view = model.view();
        let count = view.materials().len();
        let found = view.material(material).ok_or_else(|| Failure::out_of_range("material", material, count))?;
        let wanted = u16::try_from(usage).ok().and_then(TextureUse::from_number);
        let wanted = wanted.ok_or_else(|| {
            let text = format!("`usage` is {usage}, but no use of textures has this number");
            Failure::new(RigmillStatus::InvalidArgument, text)
        })?;
        let missing = || {
            Failure::new(
                RigmillStatus::NotFound,
                format!("material {:?} has no {} texture", found.name(), wanted.name()),
            )
        };
        out.set(RigmillText::new(found.texture(wanted).ok_or_else(missing)?));
        Ok(())
    })
}
