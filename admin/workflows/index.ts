import { Workflow } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { WorkflowList } from './workflow-list';
import { WorkflowShow } from './workflow-show';

export const workflows: ConsoleResource = {
  name: 'workflows',
  group: 'system',
  icon: Workflow,
  list: WorkflowList,
  show: WorkflowShow,
};
