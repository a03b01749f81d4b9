//! Shows frames in a terminal in true colour, six in a row:
//! `cargo run -p wedge-console --example show_frames -- console/tests/golden/*.txt`
//!
//! Each file holds one frame as text, such as a golden picture of the tests or a board's response to
//! the command `frame`.

use std::path::Path;
use std::process::ExitCode;

use wedge_console::Frame;

fn read(path: &str) -> Result<(String, Frame), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let frame = text.parse().map_err(|error| format!("{path}: {error}"))?;
    let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok((name, frame))
}

fn main() -> ExitCode {
    let frames: Result<Vec<_>, _> = std::env::args().skip(1).map(|path| read(&path)).collect();
    let frames = match frames {
        Ok(frames) => frames,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    for row in frames.chunks(6) {
        for (name, _) in row {
            print!("{name:<20.18}");
        }
        println!();
        for line in 0..8 {
            for (_, frame) in row {
                for led in frame.0[line] {
                    print!("\x1b[48;2;{};{};{}m  ", led.r, led.g, led.b);
                }
                print!("\x1b[0m    ");
            }
            println!();
        }
        println!();
    }
    ExitCode::SUCCESS
}
