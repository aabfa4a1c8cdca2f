//! Options of `view` that draw pictures.

use std::path::PathBuf;

use clap::ValueEnum;
use rigmill_view::picture::Camera;

use super::number;

/// Options of `view` that draw a picture instead of showing a page.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// Draw an asset to this PNG file, building the asset first if necessary.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) png: Option<PathBuf>,
    /// Draw one loop of a clip to this GIF file, building the asset first if necessary.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) gif: Option<PathBuf>,
    /// With --png or --gif: the project, or the folder of built content, that contains the asset [default: the nearest
    /// folder with a rigmill.toml, starting at the current folder and going up].
    #[arg(long, value_name = "DIR", requires = "drawn")]
    pub(crate) project: Option<PathBuf>,
    /// Clip to show on the asset. If only one clip matches, you can give just the end of its name, after a `/`, `@` or
    /// `_`: Run finds Low_Run.
    #[arg(long, value_name = "CLIP", requires = "drawn")]
    pub(crate) clip: Option<String>,
    /// Time in the clip to draw with --png, in seconds from its start [default: 0].
    #[arg(long, value_name = "SECONDS", requires = "png", default_value_t = 0.0, hide_default_value = true, value_parser = number, allow_negative_numbers = true)]
    pub(crate) time: f32,
    /// Frames per second of the GIF, from 1 to 50.
    #[arg(long, value_name = "N", requires = "gif", default_value_t = 25.0, value_parser = number)]
    pub(crate) rate: f32,
    /// Width and height of the picture in pixels.
    #[arg(long, value_name = "WxH", requires = "drawn", default_value = "800x600", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// Camera position. YAW is the angle around the asset in degrees: 0 looks at its front, and 90 at its own left
    /// side. PITCH is the angle above the horizon in degrees. DISTANCE is in metres [default: 30,14 and a distance that
    /// shows the whole asset].
    #[arg(long, value_name = "YAW,PITCH[,DISTANCE]", requires = "drawn", value_parser = camera, allow_hyphen_values = true)]
    pub(crate) camera: Option<Camera>,
    /// Axis of the asset that points up. Use z for z-up content, such as content that your game rotates upright itself.
    #[arg(long, value_enum, value_name = "AXIS", requires = "drawn", default_value_t = Up::Y)]
    pub(crate) up: Up,
    /// Draw the bones over the mesh.
    #[arg(long, requires = "drawn")]
    pub(crate) bones: bool,
    /// Background of the picture. Dark and light show a grid. The spacing of its bold lines is 0.1, 1, 10 or more
    /// metres, and depends on the camera's distance.
    #[arg(long, value_enum, value_name = "WHICH", requires = "drawn", default_value_t = Background::Dark)]
    pub(crate) background: Background,
}

impl PictureArgs {
    /// Whether something is drawn.
    pub(crate) const fn is_wanted(&self) -> bool {
        self.png.is_some() || self.gif.is_some()
    }
}

/// What is behind an asset in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Background {
    /// Dark ground with a grid.
    Dark,
    /// Light ground with a grid.
    Light,
    /// Transparent pixels, without a ground.
    Transparent,
}

/// Which axis of an asset points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Up {
    /// Draw the asset unchanged.
    Y,
    /// Draw the asset rotated by -90 degrees about the x axis.
    Z,
}

/// Reads `800x600`.
fn size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once('x').ok_or("write WIDTHxHEIGHT, such as 800x600")?;
    let side = |text: &str| {
        let sides = 1..=rigmill_view::picture::MAX_SIDE;
        text.parse().ok().filter(|it| sides.contains(it)).ok_or(format!("write sides from 1 to {} pixels", sides.end()))
    };
    Ok([side(width)?, side(height)?])
}

/// Reads `30,14` or `30,14,5`.
fn camera(text: &str) -> Result<Camera, String> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    match numbers.unwrap_or_default()[..] {
        [yaw, pitch] => Ok(Camera { yaw, pitch, distance: None }),
        [yaw, pitch, distance] => Ok(Camera { yaw, pitch, distance: Some(distance) }),
        _ => Err("write YAW,PITCH or YAW,PITCH,DISTANCE, such as 30,14".to_owned()),
    }
}
