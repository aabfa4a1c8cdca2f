//! Options of `view` that draw pictures.

use std::path::PathBuf;

use clap::ValueEnum;
use rigmill_view::picture::Camera;

use super::values::number;

/// Options of `view` that draw a picture instead of showing a page.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Images")]
pub(crate) struct PictureArgs {
    /// Render the asset to this PNG file. If the project is not up to date, Rigmill builds it first.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) png: Option<PathBuf>,
    /// Render one loop of a clip to this GIF file. Choose the clip with --clip. If the project is not up to date, Rigmill
    /// builds it first.
    #[arg(long, value_name = "FILE", requires = "path", group = "drawn")]
    pub(crate) gif: Option<PathBuf>,
    /// Project folder, or folder of built content, that contains the asset to render. If you leave out --project, Rigmill
    /// looks for a rigmill.toml in the current folder and its parent folders.
    #[arg(long, value_name = "DIR", requires = "drawn")]
    pub(crate) project: Option<PathBuf>,
    /// Clip to play on the asset. You can shorten the clip's name by leaving out everything up to and including a `/`, `@`
    /// or `_`. For example, Run finds Low_Run. Without --clip, --png shows the bind pose.
    #[arg(long, value_name = "CLIP", requires = "drawn")]
    pub(crate) clip: Option<String>,
    /// With --png, render the pose at this time, in seconds from the start of the clip [default: 0].
    #[arg(long, value_name = "SECONDS", requires = "png", conflicts_with = "gif", default_value_t = 0.0, hide_default_value = true, value_parser = number, allow_negative_numbers = true)]
    pub(crate) time: f32,
    /// Frames per second of the GIF, from 1 to 50.
    #[arg(long, value_name = "N", requires = "gif", conflicts_with = "png", default_value_t = 25.0, value_parser = rate, allow_negative_numbers = true)]
    pub(crate) rate: f32,
    /// Width and height of the image, in pixels.
    #[arg(long, value_name = "WxH", requires = "drawn", default_value = "800x600", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// Position of the camera. YAW is the angle around the asset in degrees: 0 shows the asset's front, and 90 shows
    /// its left side. PITCH is the angle above the horizon in degrees. DISTANCE is the distance to the middle of the
    /// asset in metres [default: 30,14 and a distance that shows the whole asset].
    #[arg(long, value_name = "YAW,PITCH[,DISTANCE]", requires = "drawn", value_parser = camera, allow_hyphen_values = true)]
    pub(crate) camera: Option<Camera>,
    /// Axis of the asset that points up. Use z for z-up content.
    #[arg(long, value_enum, value_name = "AXIS", requires = "drawn", default_value_t = Up::Y)]
    pub(crate) up: Up,
    /// Draw the bones over the mesh.
    #[arg(long, requires = "drawn")]
    pub(crate) bones: bool,
    /// Background of the image. The bold grid lines on the ground are 1 metre, 10 metres or another power of ten apart,
    /// depending on the camera's distance.
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
    /// Transparent background without a grid.
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
        text.parse()
            .ok()
            .filter(|it| sides.contains(it))
            .ok_or(format!("write a width and a height from 1 to {} pixels", sides.end()))
    };
    Ok([side(width)?, side(height)?])
}

/// Reads the frames per second of a GIF file.
fn rate(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|rate| (1.0..=50.0).contains(rate)).ok_or("write a number from 1 to 50")
}

/// Reads `30,14` or `30,14,5`.
fn camera(text: &str) -> Result<Camera, &'static str> {
    let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    let numbers = numbers.ok().filter(|numbers| numbers.iter().all(|it| it.is_finite()));
    let camera = match numbers.unwrap_or_default()[..] {
        [yaw, pitch] => Camera { yaw, pitch, distance: None },
        [yaw, pitch, distance] => Camera { yaw, pitch, distance: Some(distance) },
        _ => return Err("write YAW,PITCH or YAW,PITCH,DISTANCE, such as 30,14"),
    };
    match camera {
        Camera { pitch, .. } if !(-90.0..=90.0).contains(&pitch) => Err("write a PITCH from -90 to 90 degrees"),
        Camera { distance: Some(distance), .. } if distance <= 0.0 => Err("write a DISTANCE above 0 metres"),
        camera => Ok(camera),
    }
}
