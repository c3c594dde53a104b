import { Wrench } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { JobList } from './job-list';

export const jobs: ConsoleResource = { name: 'jobs', group: 'system', icon: Wrench, list: JobList };
