//! Files that the program writes: none that is there is written over unless the user says so.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};

/// A file open for writing, with its name for error texts.
pub struct OutputFile {
    path: PathBuf,
    file: File,
}

/// Opens files for writing, all or none: if one cannot be opened, those that were not there before
/// are gone again, and nothing in the others has changed.
///
/// # Errors
/// If a file cannot be opened, or is there already and may not be replaced.
pub fn open_all<const N: usize>(
    paths: [Option<&Path>; N],
    replace: bool,
) -> Result<[Option<OutputFile>; N]> {
    let mut files = [const { None }; N];
    let mut created: Vec<&Path> = Vec::new();
    for (file, path) in files.iter_mut().zip(paths) {
        let Some(path) = path else { continue };
        let is_new = !path.exists();
        match OutputFile::open(path, replace) {
            Ok(opened) => *file = Some(opened),
            Err(error) => {
                for path in created {
                    // It is empty and ours; if it stays, the next run says so.
                    let _ = fs::remove_file(path);
                }
                return Err(error);
            }
        }
        if is_new {
            created.push(path);
        }
    }
    Ok(files)
}

impl OutputFile {
    fn open(path: &Path, replace: bool) -> Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true);
        // A device or a pipe holds nothing that could be lost.
        let is_stream = path.metadata().is_ok_and(|about| !about.is_file());
        if replace || is_stream {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!(
                "{}: the file is there already: expected a new name, or --force to replace it",
                path.display()
            ),
            _ => anyhow!(error).context(format!("{}: cannot be written", path.display())),
        })?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Creates a file that must not be there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        ensure!(!path.exists(), "{}: the file is there already", path.display());
        Self::open(path, false)
    }

    /// Opens a file that is there to go on after its first `whole` bytes; what follows is dropped.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reopen(path: &Path, whole: u64) -> Result<Self> {
        let file = Self::open(path, true)?;
        file.file.set_len(whole).with_context(|| path.display().to_string())?;
        file.go_on()
    }

    /// Empties the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn begin(self) -> Result<Self> {
        let place = || self.path.display().to_string();
        if self.file.metadata().with_context(place)?.is_file() {
            self.file.set_len(0).with_context(place)?;
        }
        Ok(self)
    }

    /// Goes to the end of what is in the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn go_on(mut self) -> Result<Self> {
        self.file.seek(SeekFrom::End(0)).with_context(|| self.path.display().to_string())?;
        Ok(self)
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
