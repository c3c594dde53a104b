export {
  defineJob,
  enqueue,
  type Job,
  type JobDefinition,
  type JobHandler,
  type Jobs,
} from './jobs/index';
