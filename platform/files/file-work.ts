export type { FileWork, Pool } from '../ports/file-work';
export { defineFileTask, fileHandler, type Cost, type FileHandler } from './file-work/task';
export { openFileWork, type FileWorkOptions } from './file-work/open.server';
