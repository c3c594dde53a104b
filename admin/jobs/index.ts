import { Wrench } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { JobList } from './job-list';

/** In the navigation it stands among the queues. */
export const jobs: ConsoleResource = { name: 'jobs', icon: Wrench, list: JobList };
