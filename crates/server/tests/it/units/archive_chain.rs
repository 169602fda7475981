//! The files of the archive's chains.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::{Duration, SystemTime};

use db::embedded::archive::chain::Chain;
use db::embedded::wal::{Lsn, SEGMENT};

#[test]
fn a_chain_knows_its_end_and_gives_back_what_was_put_in() {
    let folder = tempfile::tempdir().unwrap();
    let (chain, id) = Chain::begin(&folder.path().join("archive")).unwrap();
    let rights = fs::metadata(&chain.dir).unwrap().permissions();
    assert_eq!(rights.mode() & 0o777, 0o700);
    assert_eq!(chain.end().unwrap(), None);

    let begin = Lsn::of_segment(7);
    chain.append(1, begin, &[1; 100]).unwrap();
    chain.append(1, Lsn(begin.0 + 100), &[2; 28]).unwrap();
    assert_eq!(chain.end().unwrap(), Some((1, Lsn(begin.0 + 128))));
    let partial = chain.read(1, 7).unwrap().unwrap();
    assert_eq!(partial.len() as u64, SEGMENT);
    assert_eq!(partial[..128], [[1; 100].as_slice(), &[2; 28]].concat());
    assert_eq!(partial[128], 0);

    let rest = vec![3; SEGMENT as usize - 128];
    chain.append(1, Lsn(begin.0 + 128), &rest).unwrap();
    chain.complete(1, 7).unwrap();
    assert_eq!(chain.end().unwrap(), Some((1, Lsn::of_segment(8))));
    assert!(!chain.goes_beyond(7).unwrap() && chain.goes_beyond(6).unwrap());
    let complete = chain.read(1, 7).unwrap().unwrap();
    assert_eq!((complete[0], complete[100], complete[200]), (1, 2, 3));
    assert_eq!(chain.read(1, 8).unwrap(), None);
    assert_eq!(fs::read_dir(&chain.dir).unwrap().count(), 1);
    let again = Chain::open(&folder.path().join("archive"), &id);
    assert_eq!(again.unwrap().unwrap().dir, chain.dir);
}

#[test]
fn only_what_is_old_is_deleted_and_the_folder_when_nothing_needs_it() {
    let folder = tempfile::tempdir().unwrap();
    let (chain, _) = Chain::begin(folder.path()).unwrap();
    let all = vec![0; SEGMENT as usize];
    chain.append(1, Lsn::of_segment(7), &all).unwrap();
    chain.complete(1, 7).unwrap();
    chain.append(1, Lsn::of_segment(8), &[1]).unwrap();
    let (past, future) = (SystemTime::UNIX_EPOCH, SystemTime::now() + Duration::from_secs(9));
    assert_eq!(chain.prune(past, true).unwrap(), 0);
    assert_eq!(chain.prune(future, true).unwrap(), 1);
    assert_eq!(chain.end().unwrap(), Some((1, Lsn(8 * SEGMENT + 1))));
    assert_eq!(chain.prune(future, false).unwrap(), 1);
    assert!(!chain.dir.exists());
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (chain, _) = Chain::begin(folder.path()).unwrap();
    chain.append(1, Lsn(0), &vec![5; SEGMENT as usize]).unwrap();
    chain.complete(1, 0).unwrap();
    let path = chain.dir.join("000000010000000000000000.gz");
    let mut bytes = fs::read(&path).unwrap();
    // In the checksum: elsewhere, data this uniform may decompress to the same.
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    fs::write(&path, bytes).unwrap();
    let read = chain.read(1, 0).map(|bytes| bytes.map(|bytes| bytes.len()));
    let refused = format!("{:#}", read.unwrap_err());
    assert!(refused.contains("000000010000000000000000.gz"), "{refused}");
}

#[test]
fn a_link_or_a_name_that_leads_elsewhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let id = "0123456789abcdef0123456789abcdef";
    assert!(Chain::open(folder.path(), id).unwrap().is_none());
    symlink("/etc", folder.path().join(id)).unwrap();
    assert!(Chain::open(folder.path(), id).is_err());
    assert!(Chain::open(folder.path(), "../../etc").is_err());
}
