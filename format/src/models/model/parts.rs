//! Cameras, lights, levels of detail and properties of a model: their sections and their rules.

use super::camera::{CameraRecord, ModelCameraView};
use super::carrier::{Carrier, CarrierRecord};
use super::levels::{GroupRecord, LevelGroup, LevelGroupView, LevelRecord, are_meshes_of_one_level};
use super::light::{LightRecord, ModelLightView};
use super::properties::{self, ModelPropertiesView, OwnerRecord};
use super::records::{ModelView, Tables};
use super::value::Model;
use crate::error::{ensure, invalid};
use crate::layout::{Span, append, check_spans, count};
use crate::{Content, EncodeError, InvalidContent};

impl Tables {
    pub(super) fn push_parts(&mut self, model: &Model) -> Result<(), EncodeError> {
        for (index, camera) in model.cameras.iter().enumerate() {
            let carrier = self.carrier_record("camera", index, &camera.name, &camera.carrier)?;
            self.cameras.push(CameraRecord::new(carrier, camera.projection));
        }
        for (index, light) in model.lights.iter().enumerate() {
            let carrier = self.carrier_record("light", index, &light.name, &light.carrier)?;
            self.lights.push(LightRecord::new(carrier, light));
        }
        model.level_groups.iter().try_for_each(|group| self.push_group(group))?;
        self.property_owners = model.properties.iter().map(|it| OwnerRecord::new(it.owner)).collect();
        self.properties = properties::to_data(&model.properties).map_or(Ok(Vec::new()), |data| data.encode())?;
        Ok(())
    }

    fn carrier_record(
        &mut self,
        what: &'static str,
        index: usize,
        name: &str,
        carrier: &Carrier,
    ) -> Result<CarrierRecord, EncodeError> {
        let name = self.push_text(name)?;
        let record = CarrierRecord::new(name, carrier);
        record.ok_or_else(|| invalid!("{what} {index}: its bone does not exist").into())
    }

    fn push_group(&mut self, group: &LevelGroup) -> Result<(), EncodeError> {
        let name = self.push_text(&group.name)?;
        let first = count(self.levels.len(), "levels of detail")?;
        for level in &group.levels {
            let meshes = append(&mut self.level_meshes, &level.meshes, "meshes of levels")?;
            self.levels.push(LevelRecord { threshold: level.threshold, meshes });
        }
        let levels = Span { first, count: count(self.levels.len(), "levels of detail")? - first };
        self.level_groups.push(GroupRecord { name, measure: group.measure.number(), levels });
        Ok(())
    }
}

impl<'a> ModelView<'a> {
    /// The cameras. A file before version 3 has none.
    pub fn cameras(&self) -> impl ExactSizeIterator<Item = ModelCameraView<'a>> + use<'a> {
        let text = self.text;
        self.cameras.iter().map(move |record| ModelCameraView::new(record, text))
    }

    /// The lights. A file before version 3 has none.
    pub fn lights(&self) -> impl ExactSizeIterator<Item = ModelLightView<'a>> + use<'a> {
        let text = self.text;
        self.lights.iter().map(move |record| ModelLightView::new(record, text))
    }

    /// The groups of levels of detail. A file before version 3 has none.
    pub fn level_groups(&self) -> impl ExactSizeIterator<Item = LevelGroupView<'a>> + use<'a> {
        let (levels, meshes, text) = (self.levels, self.level_meshes, self.text);
        self.level_groups.iter().map(move |record| LevelGroupView::new(record, levels, meshes, text))
    }

    /// Named values that an artist or a program assigned to parts of the model. Each call checks them again, so keep the
    /// result.
    #[must_use]
    pub fn properties(&self) -> ModelPropertiesView<'a> {
        ModelPropertiesView::new(self.property_owners, self.properties)
    }

    /// The names of cameras, lights and groups of levels, in the order of their texts.
    pub(super) fn part_names(&self) -> impl Iterator<Item = Span> + use<'a> {
        let cameras = self.cameras.iter().map(|camera| camera.carrier().name);
        let lights = self.lights.iter().map(|light| light.carrier().name);
        cameras.chain(lights).chain(self.level_groups.iter().map(|group| group.name))
    }

    pub(super) fn check_parts(&self) -> Result<(), InvalidContent> {
        let bones = self.bones.len();
        check_each("camera", self.cameras().map(|camera| camera.check(bones)))?;
        check_each("light", self.lights().map(|light| light.check(bones)))?;
        check_spans("LODL", self.levels.len(), self.level_groups.iter().map(|group| group.levels))?;
        check_spans("LODM", self.level_meshes.len(), self.levels.iter().map(|level| level.meshes))?;
        check_each("group of levels", self.level_groups().map(|group| group.check()))?;
        ensure!(
            are_meshes_of_one_level(self.level_meshes, self.meshes.len()),
            "a mesh of a level of detail does not exist, or is in two levels"
        );
        let counts = [bones, self.meshes.len(), self.materials.len(), self.cameras.len(), self.lights.len()];
        properties::check(self.property_owners, self.properties, counts)
            .map_err(|error| error.within("the properties of the model are not valid"))
    }
}

fn check_each(what: &'static str, parts: impl Iterator<Item = Result<(), &'static str>>) -> Result<(), InvalidContent> {
    for (index, checked) in parts.enumerate() {
        checked.map_err(|problem| invalid!("{what} {index}: {problem}"))?;
    }
    Ok(())
}
