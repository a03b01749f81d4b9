//! The memory available for a table.

use std::fs;
use std::path::Path;

/// The memory that can be used without swapping, if the system reports it: what the machine has left,
/// or less if the program runs in a container with a limit.
pub(crate) fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = of_groups(Path::new("/sys/fs/cgroup"), &groups);
    machine.into_iter().chain(container).min()
}

fn of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

/// The names of files and fields in a version of control groups.
struct Names {
    limit: &'static str,
    used: &'static str,
    /// The file cache, which the kernel frees when memory is needed.
    files: [&'static str; 2],
}

const VERSION_1: Names = Names {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    files: ["total_inactive_file", "total_active_file"],
};
const VERSION_2: Names =
    Names { limit: "memory.max", used: "memory.current", files: ["inactive_file", "active_file"] };

/// The memory that the tightest of the process's control groups has left. `groups` has a line
/// `NUMBER:CONTROLLERS:PATH` for each group.
fn of_groups(root: &Path, groups: &str) -> Option<u64> {
    let left = groups.lines().filter_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        // Version 2 has one tree for all controllers, version 1 one for memory.
        let (root, names) = if controllers.is_empty() {
            (root.to_owned(), &VERSION_2)
        } else if controllers.split(',').any(|name| name == "memory") {
            (root.join("memory"), &VERSION_1)
        } else {
            return None;
        };
        // A limit applies to all groups below. A container may not see the lowest folders.
        let own = root.join(path.trim_start_matches('/'));
        let folders = own.ancestors().take_while(|folder| folder.starts_with(&root));
        folders.filter_map(|folder| of_group(folder, names)).min()
    });
    left.min()
}

/// The memory that a group has left; `None` if it has no limit.
fn of_group(folder: &Path, names: &Names) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let [limit, used] = [names.limit, names.used].map(|name| read(name)?.trim().parse().ok());
    let (limit, used): (u64, u64) = (limit?, used?);
    let stat = read("memory.stat").unwrap_or_default();
    let lines = stat.lines().filter_map(|line| line.split_once(' '));
    let files = lines.filter(|(name, _)| names.files.contains(name));
    let kept: u64 = files.filter_map(|(_, bytes)| bytes.parse::<u64>().ok()).sum();
    Some(limit.saturating_sub(used.saturating_sub(kept)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_left_on_the_machine_is_read() {
        let text = "MemTotal:       24100 kB\nMemAvailable:     2048 kB\n";
        assert_eq!(of_machine(text), Some(2 << 20));
        assert_eq!(of_machine("MemFree: 3 kB\n"), None);
    }

    fn write(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    #[test]
    fn a_container_has_what_its_tightest_group_has_left() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        assert_eq!(of_groups(root, "0::/group/job\n"), None, "no such folders");
        let stat = "anon 5000\ninactive_file 300\nactive_file 100\nfile 9000\n";
        let tight = [("memory.max", "10000\n"), ("memory.current", "5400\n")];
        write(&root.join("group"), &[tight[0], tight[1], ("memory.stat", stat)]);
        write(&root.join("group/job"), &[("memory.max", "max\n"), ("memory.current", "100\n")]);
        assert_eq!(of_groups(root, "0::/group/job\n"), Some(5000));
        assert_eq!(of_groups(root, "0::/group/not-seen-from-here\n"), Some(5000));
        assert_eq!(of_groups(root, "0::/\n"), None, "no limit above");
        write(&root.join("group/job"), &[("memory.max", "900\n"), ("memory.current", "1000\n")]);
        assert_eq!(of_groups(root, "0::/group/job\n"), Some(0), "more used than allowed");
    }

    #[test]
    fn the_first_version_of_groups_has_a_tree_for_memory() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let stat = "inactive_file 7\ntotal_inactive_file 30\ntotal_active_file 20\n";
        let files = [("memory.limit_in_bytes", "1000"), ("memory.usage_in_bytes", "250")];
        write(&root.join("memory/job"), &[files[0], files[1], ("memory.stat", stat)]);
        let groups = "5:cpu,cpuacct:/job\n4:hugetlb,memory:/job\n0::/\n";
        assert_eq!(of_groups(root, groups), Some(800));
    }
}
