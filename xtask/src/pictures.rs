//! Draws every picture and page of the repository in Chromium, as a reader sees them.
//!
//! - An SVG file has to look as rsvg draws it: the two read the standard differently where a file is
//!   careless, for instance with spaces.
//! - A page has to fit 1280 and 390 pixels, light and dark, without a picture that is missing.
//!
//! The screenshots stay in `target/pictures`, for people to look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{cargo, documents, root, setup, steps};

/// The widths of a desk and of a phone, in pixels.
const WIDTHS: [u32; 2] = [1280, 390];
/// The largest mean difference between two drawings, of 255. Fonts and their smoothing differ: the
/// pictures of this repository have 0.07 to 0.96. A picture of the terminal whose texts lost their
/// spaces in Chromium had 6.8.
const TOLERANCE: f64 = 2.5;
/// Pixels along the side of the squares whose means are compared.
const BLOCK: usize = 8;

/// The step of `cargo xtask test`.
pub(crate) fn test() -> Result<()> {
    let folder = root().join("target/pictures");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let browser = Browser { program: setup::chromium()?, folder: folder.clone() };
    setup::rsvg()?;
    let mut wrong = Vec::new();
    let mut drawings = vec![analysis(&folder)?];
    drawings.extend(files(".svg")?);
    for file in &drawings {
        if let Err(error) = browser.compare(file) {
            wrong.push(format!("{}: {error:#}", file.display()));
        }
    }
    let readme = folder.join("readme.html");
    fs::write(&readme, markdown(&fs::read_to_string(root().join("README.md"))?))?;
    let mut pages = vec![readme, folder.join("report/report.html")];
    // The page of the web console is a part of its build, and has tests of its own.
    pages.extend(files(".html")?.into_iter().filter(|file| !file.starts_with(root().join("web"))));
    for page in &pages {
        for width in WIDTHS {
            if let Err(error) = browser.check_page(page, width) {
                wrong.push(format!("{} at {width} pixels: {error:#}", page.display()));
            }
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} pictures and {} pages: look at {}", drawings.len(), pages.len(), folder.display());
    Ok(())
}

/// Makes a report with everything in it, and gives the plot of its game.
fn analysis(folder: &Path) -> Result<PathBuf> {
    let results = folder.join("report");
    if results.exists() {
        fs::remove_dir_all(&results).with_context(|| results.display().to_string())?;
    }
    // Of the build of all tests: for the package alone another would be built.
    steps::run(&mut cargo(["build", "--quiet", "--workspace", "--bin", "host-sim"]))?;
    let program = |words: &str| {
        let mut command = Command::new(root().join("target/debug/host-sim"));
        steps::run(command.args(words.split(' ')).current_dir(folder))
    };
    program("arena wedge:depth=4,tt-bits=14 foxtrot random --games 6 --csv report/match.csv")?;
    program(
        "game --black wedge:depth=6,tt-bits=14 --white kilo --csv report/game.csv --txt report/game.txt",
    )?;
    program("positions --suite ffo1-19 --exact --tt-bits 18 --csv report/positions.csv")?;
    program(
        "analyze report/game.txt --depth 6 --tt-bits 16 --csv report/analysis.csv --svg report/game.svg",
    )?;
    program("report report")?;
    Ok(results.join("game.svg"))
}

/// The files of the repository with this ending, in the order of their names.
fn files(ending: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    documents::collect(&root(), &[ending], &mut files)?;
    files.sort();
    Ok(files)
}

/// A document as a page, about as Git hosts show it.
fn markdown(text: &str) -> String {
    let options = pulldown_cmark::Options::ENABLE_TABLES;
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, pulldown_cmark::Parser::new_ext(text, options));
    // The page is not in the document's folder.
    let base = root().display().to_string();
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><base href=\"file://{base}/\">\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\"><style>\n\
         :root {{ color-scheme: light dark; --line: #d1d9e0; --code: #eff1f3; --link: #0969da; }}\n\
         @media (prefers-color-scheme: dark) {{ :root {{ --line: #3d444d; --code: #262c36; --link: #4493f8; }}\n\
         body {{ background: #0d1117; color: #f0f6fc; }} }}\n\
         body {{ max-width: 980px; margin: 0 auto; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; \
         overflow-wrap: anywhere; box-sizing: border-box; }}\n\
         a {{ color: var(--link); }} img {{ max-width: 100%; height: auto; }}\n\
         table {{ border-collapse: collapse; display: block; max-width: 100%; overflow: auto; overflow-wrap: normal; }}\n\
         th, td {{ border: 1px solid var(--line); padding: 6px 13px; }}\n\
         code {{ background: var(--code); padding: .2em .4em; border-radius: 6px; font: 85% ui-monospace, monospace; }}\n\
         pre {{ background: var(--code); padding: 16px; overflow: auto; border-radius: 6px; }} pre code {{ padding: 0; }}\n\
         </style></head><body>{body}</body></html>"
    )
}

/// A Chromium without a window.
struct Browser {
    program: String,
    folder: PathBuf,
}

impl Browser {
    /// Runs it on a page, with a light or a dark setting.
    fn run(
        &self,
        page: &Path,
        dark: bool,
        (width, height): (u32, u32),
        what: &str,
    ) -> Result<String> {
        let output = Command::new(&self.program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", what])
            .args(["--allow-file-access-from-files", "--virtual-time-budget=10000"])
            .arg(format!("--user-data-dir={}", self.folder.join("profile").display()))
            .arg(format!("--blink-settings=preferredColorScheme={}", u32::from(!dark)))
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("file://{}", page.display()))
            .output()
            .with_context(|| self.program.clone())?;
        ensure!(output.status.success(), "{} ended with {}", self.program, output.status);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Takes a picture of a page.
    fn photograph(&self, page: &Path, dark: bool, size: (u32, u32), name: &str) -> Result<Image> {
        let file = self.folder.join(name);
        self.run(page, dark, size, &format!("--screenshot={}", file.display()))?;
        Image::read(&file)
    }

    /// Draws an SVG file with Chromium and with rsvg, and compares.
    fn compare(&self, svg: &Path) -> Result<()> {
        let stem = svg.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = self.folder.join(format!("{stem}-rsvg.png"));
        let mut rsvg = Command::new("rsvg-convert");
        rsvg.args(["--background-color", "white", "--output"]).arg(&file).arg(svg);
        steps::run(&mut rsvg)?;
        let one = Image::read(&file)?;
        let (width, height) = (one.width as u32, one.height as u32);
        let page = self.folder.join("picture.html");
        let html = format!(
            "<!doctype html><body style=\"margin:0;background:#fff\"><img src=\"file://{}\" \
             width={width} height={height} style=\"display:block\">",
            svg.display()
        );
        fs::write(&page, html)?;
        // A window has at least 500 pixels: the picture is its corner.
        let size = (width.max(500), height.max(200));
        let other = self.photograph(&page, false, size, &format!("{stem}-chromium.png"))?;
        let difference = one.difference(&other);
        println!("{}: mean difference {difference:.2} of 255", svg.display());
        ensure!(
            difference <= TOLERANCE,
            "Chromium and rsvg draw it differently: by {difference:.1} on average, at most \
             {TOLERANCE} expected; see {stem}-chromium.png and {stem}-rsvg.png"
        );
        Ok(())
    }

    /// Shows a page as wide as a screen, light and dark, and looks for what is cut off or missing.
    fn check_page(&self, page: &Path, width: u32) -> Result<()> {
        // A window has at least 500 pixels: a frame makes the page as narrow as a phone.
        let frame = self.folder.join("frame.html");
        let look = "const d = this.contentDocument, e = d.documentElement; \
                    document.getElementById('seen').textContent = [e.scrollWidth, e.clientWidth, \
                    e.scrollHeight, [...d.images].filter((i) => !i.naturalWidth).length].join(' ')";
        let framed = |height: u32| {
            format!(
                "<!doctype html><body style=\"margin:0\"><iframe src=\"file://{}\" onload=\"{look}\" \
                 style=\"border:0;display:block;width:{width}px;height:{height}px\"></iframe>\
                 <pre id=seen></pre>",
                page.display()
            )
        };
        fs::write(&frame, framed(900))?;
        let dom = self.run(&frame, false, (width.max(500), 900), "--dump-dom")?;
        let seen =
            dom.split_once("<pre id=\"seen\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        let seen = seen.map_or("", |(seen, _)| seen);
        let numbers: Vec<u32> = seen.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [content, shown, height, missing] = numbers[..] else {
            bail!("the page did not load: `{seen}`");
        };
        ensure!(content <= shown, "it is {content} pixels wide and has {shown}");
        ensure!(missing == 0, "{missing} pictures are missing");
        // Enough to look at; a page of many games is long.
        let height = height.min(6000);
        fs::write(&frame, framed(height))?;
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let size = (width.max(500), height);
        let light = self.photograph(&frame, false, size, &format!("{stem}-{width}-light.png"))?;
        let dark = self.photograph(&frame, true, size, &format!("{stem}-{width}-dark.png"))?;
        ensure!(light.mean() > 128.0, "the light page is dark");
        ensure!(dark.mean() < 128.0, "the dark page is light");
        Ok(())
    }
}

/// A picture in grey.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn read(file: &Path) -> Result<Self> {
        let name = file.display();
        let bytes = fs::File::open(file).with_context(|| format!("{name} cannot be read"))?;
        let mut decoder = png::Decoder::new(std::io::BufReader::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().with_context(|| name.to_string())?;
        let mut data = vec![0; reader.output_buffer_size().context("a picture of that size")?];
        let info = reader.next_frame(&mut data).with_context(|| name.to_string())?;
        let samples = info.color_type.samples();
        let colours = if samples < 3 { 1 } else { 3 };
        let grey = |pixel: &[u8]| {
            let sum: u32 = pixel[..colours].iter().map(|&value| u32::from(value)).sum();
            (sum / colours as u32) as u8
        };
        let pixels = data[..info.buffer_size()].chunks_exact(samples).map(grey).collect();
        Ok(Self { width: info.width as usize, height: info.height as usize, pixels })
    }

    fn mean(&self) -> f64 {
        self.pixels.iter().map(|&pixel| f64::from(pixel)).sum::<f64>() / self.pixels.len() as f64
    }

    /// The mean of a square of pixels.
    fn block(&self, x: usize, y: usize) -> f64 {
        let rows = (y..self.height.min(y + BLOCK)).map(|row| row * self.width);
        let pixels = rows.flat_map(|row| row + x..row + self.width.min(x + BLOCK));
        let (mut sum, mut count) = (0.0, 0.0);
        for pixel in pixels {
            sum += f64::from(self.pixels[pixel]);
            count += 1.0;
        }
        sum / f64::max(count, 1.0)
    }

    /// The mean difference from another picture, which may be larger; square by square, so that the
    /// edges of letters count little and missing or shifted ones much.
    fn difference(&self, other: &Self) -> f64 {
        if other.width < self.width || other.height < self.height {
            return 255.0;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        // Whole squares only: the last ones would end elsewhere in the larger picture.
        for y in (0..=self.height.saturating_sub(BLOCK)).step_by(BLOCK) {
            for x in (0..=self.width.saturating_sub(BLOCK)).step_by(BLOCK) {
                sum += (self.block(x, y) - other.block(x, y)).abs();
                count += 1.0;
            }
        }
        sum / f64::max(count, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: usize, height: usize, pixel: impl Fn(usize, usize) -> u8) -> Image {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Image { width, height, pixels: places.map(|(x, y)| pixel(x, y)).collect() }
    }

    #[test]
    fn a_shifted_line_differs_and_a_smoothed_edge_does_not() {
        let line = |from: usize| {
            move |x: usize, y: usize| {
                if (16..24).contains(&y) && (from..from + 64).contains(&x) { 255 } else { 0 }
            }
        };
        let plain = image(128, 40, line(0));
        assert_eq!(plain.difference(&image(160, 48, line(0))), 0.0, "a larger window");
        assert!(plain.difference(&image(128, 40, line(32))) > TOLERANCE);
        assert_eq!(plain.difference(&image(64, 40, line(0))), 255.0, "too small to hold it");
        let soft =
            image(128, 40, |x, y| if x % 8 == 0 { line(0)(x, y) / 2 } else { line(0)(x, y) });
        assert!(plain.difference(&soft) < TOLERANCE);
    }

    #[test]
    fn tables_and_pictures_of_a_document_are_drawn() {
        let html = markdown("| a |\n|---|\n| <img src=\"x.png\"> |\n");
        assert!(html.contains("<table>") && html.contains("<img src=\"x.png\">"), "{html}");
    }
}
