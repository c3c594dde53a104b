export {
  bodyOf,
  cleanFileName,
  dropFiles,
  eraseFiles,
  type FileKind,
  findFile,
  openFile,
  type OpenedFile,
  removeFiles,
  storeFiles,
  unlessRefused,
} from './stored/file-kind.server';
export { alignScans, firstScan, requireScanned, scanOf } from './stored/scan.server';
export {
  deleteSomeWithFiles,
  deleteUnheld,
  deleteWithFiles,
  eraseRemoved,
  removeRowsWithoutFiles,
  removeUnnamedFiles,
} from './stored/sweep.server';
