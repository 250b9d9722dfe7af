use std::io::Write;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// Unpacks a wheel with these entries, each holding its own name.
fn unpacked(entries: &[&str]) -> (tempfile::TempDir, Result<(), SetupError>) {
    let folder = tempfile::tempdir().unwrap();
    let wheel = folder.path().join("z3.whl");
    let mut zip = ZipWriter::new(File::create(&wheel).unwrap());
    for entry in entries {
        zip.start_file(*entry, SimpleFileOptions::default()).unwrap();
        zip.write_all(entry.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let result = unpack(&wheel, folder.path());
    (folder, result)
}

#[test]
fn a_wheel_gives_the_library_and_the_program() {
    let library = format!("z3/lib/{}", library::FILE_NAME);
    let program = format!("z3_solver-5.4.0.0.data/data/bin/{}", library::PROGRAM_NAME);
    let (folder, result) = unpacked(&["z3/__init__.py", &library, &program]);
    result.unwrap();
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read(library::FILE_NAME), library);
    assert_eq!(read(library::PROGRAM_NAME), program);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(folder.path().join(library::PROGRAM_NAME))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o755);
    }
}

#[test]
fn a_wheel_without_z3_is_refused() {
    let (_folder, result) = unpacked(&["something/else.py"]);
    let message = result.unwrap_err().to_string();
    assert!(message.starts_with("z3.whl holds no z3"), "{message}");
}

#[test]
fn what_is_no_wheel_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let wheel = folder.path().join("z3.whl");
    fs::write(&wheel, "<html>please log in</html>").unwrap();
    let message = unpack(&wheel, folder.path()).unwrap_err().to_string();
    assert!(message.starts_with("z3.whl is no zip file"), "{message}");
}

#[test]
fn a_wheel_of_another_sum_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let wheel = folder
        .path()
        .join("z3_solver-5.4.0.0-py3-none-manylinux_2_27_x86_64.whl");
    fs::write(&wheel, "not what it says").unwrap();
    let target = folder.path().join("z3");
    let message = install_into(&target, Some(&wheel), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("is none of the wheels of z3-solver 5.4.0.0"),
        "{message}"
    );
    assert!(!target.exists());
}

#[test]
fn sums_are_written_as_they_are_computed() {
    for (platform, sum) in WHEELS {
        assert_eq!(sum.len(), 64, "{platform}");
        assert!(
            sum.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
            "{platform}"
        );
    }
}
