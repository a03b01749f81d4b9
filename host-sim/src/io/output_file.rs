//! Output files: an existing file is not overwritten unless the user says so, and two runs never
//! write to the same file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

/// A file open for writing, with its path for errors.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: File,
    /// Whether it did not exist before.
    is_new: bool,
}

/// Opens files for writing, all or none: if one cannot be opened, the others are unchanged.
///
/// # Errors
/// If a file cannot be opened, or exists and may not be replaced.
pub fn open_all<const N: usize>(
    paths: [Option<&Path>; N],
    replace: bool,
) -> Result<[Option<OutputFile>; N]> {
    let mut files = [const { None }; N];
    for (file, path) in files.iter_mut().zip(paths) {
        *file = path.map(|path| OutputFile::open(path, replace)).transpose()?;
    }
    Ok(files)
}

/// Replaces a file, atomically, by one that `write` fills: a program that is killed meanwhile leaves
/// the old one. The new file is locked as long as the handle is kept.
///
/// # Errors
/// If the system refuses, another run does the same, or `write` fails.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut OutputFile) -> Result<()>,
) -> Result<OutputFile> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    remove_left_over(&part)?;
    let mut file = OutputFile::open(&part, false)?;
    write(&mut file)?;
    file.sync()?;
    fs::rename(&part, path).with_context(|| format!("{}: cannot be written", path.display()))?;
    file.path = path.to_owned();
    Ok(file)
}

/// Removes the unfinished file of a run that was killed. A link that somebody has put in its place is
/// removed, too, and not followed.
fn remove_left_over(part: &Path) -> Result<()> {
    let Ok(about) = part.symlink_metadata() else { return Ok(()) };
    let place = || format!("{}: cannot be written", part.display());
    if about.is_file() {
        let file = OpenOptions::new().write(true).open(part).with_context(place)?;
        lock(&file, part)?;
    }
    fs::remove_file(part).with_context(place)
}

impl OutputFile {
    fn open(path: &Path, replace: bool) -> Result<Self> {
        let about = path.metadata().ok();
        let is_new = about.is_none();
        // Nothing can be lost in a device, a pipe or an empty file, such as a run leaves behind that is
        // killed before its first result.
        let is_stream = about.as_ref().is_some_and(|about| !about.is_file());
        let is_empty = about.is_some_and(|about| about.len() == 0);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be created", folder.display()))?;
        }
        let mut options = OpenOptions::new();
        options.write(true);
        if replace || is_stream || is_empty {
            options.create(true).truncate(false)
        } else {
            options.create_new(true)
        };
        let file = options.open(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!(
                "{}: the file already exists: expected a new name, or --force to replace it",
                path.display()
            ),
            _ => anyhow!(error).context(format!("{}: cannot be written", path.display())),
        })?;
        if !is_stream {
            lock(&file, path)?;
        }
        Ok(Self { path: path.to_owned(), file, is_new })
    }

    /// Creates a file that must not exist yet.
    ///
    /// # Errors
    /// If it exists, or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let is_there = path.metadata().is_ok_and(|about| about.len() > 0);
        ensure!(!is_there, "{}: the file already exists", path.display());
        Self::open(path, false)
    }

    /// Opens an existing file without changing it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reopen(path: &Path) -> Result<Self> {
        Self::open(path, true)
    }

    /// Continues after the first `whole` bytes and drops the rest.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn continue_after(mut self, whole: u64) -> Result<Self> {
        self.cut(whole).with_context(|| self.path.display().to_string())?;
        Ok(self)
    }

    fn cut(&mut self, whole: u64) -> io::Result<()> {
        self.file.set_len(whole)?;
        self.file.seek(SeekFrom::Start(whole))?;
        Ok(())
    }

    /// Writes bytes that belong together: if only some of them can be written, as on a full disk, they
    /// are removed again.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write_whole(&mut self, bytes: &[u8]) -> Result<()> {
        let before = self.file.stream_position().ok();
        self.file.write_all(bytes).map_err(|error| {
            if let Some(before) = before {
                // If this fails too, readers notice the incomplete part.
                let _ = self.cut(before);
            }
            anyhow!(error).context(format!("{}: cannot be written", self.path.display()))
        })
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

    /// Waits until the file is on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_all().with_context(|| self.path.display().to_string())
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A file that was created, but to which nothing was written, is removed again: a run that is refused
/// leaves no trace.
impl Drop for OutputFile {
    fn drop(&mut self) {
        let is_empty =
            || self.file.metadata().is_ok_and(|about| about.is_file() && about.len() == 0);
        if self.is_new && is_empty() && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
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

/// Locks a file against other runs for as long as it is open.
fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) if is_at(file, path) => Ok(()),
        // Meanwhile the other run has replaced the file.
        Ok(()) | Err(TryLockError::WouldBlock) => bail!(
            "{}: another run is writing to it: expected a different file for each run",
            path.display()
        ),
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Whether an open file still has this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same =
        |one: fs::Metadata, two: fs::Metadata| (one.dev(), one.ino()) == (two.dev(), two.ino());
    match (file.metadata(), path.metadata()) {
        (Ok(one), Ok(two)) => same(one, two),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Locks a folder against other runs for as long as the handle is kept.
///
/// # Errors
/// If another run has locked it.
pub fn lock_folder(folder: &Path) -> Result<Option<File>> {
    // Not every system can open folders; the files in it are locked in any case.
    let Ok(handle) = File::open(folder) else { return Ok(None) };
    match handle.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "{}: another run is writing there: expected a different folder for each run",
            folder.display()
        ),
        _ => Ok(Some(handle)),
    }
}
