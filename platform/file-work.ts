export { defineFileTask, fileHandler, type FileHandler, type FileTask } from './file-work/task';
export { openFileWork, type FileWork, type FileWorkOptions } from './file-work/open.server';
