export {
  defineFileTask,
  fileHandler,
  type Cost,
  type FileHandler,
  type FileTask,
  type Pool,
} from './file-work/task';
export { openFileWork, type FileWork, type FileWorkOptions } from './file-work/open.server';
