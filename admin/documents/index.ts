import { FileText } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { DocumentList } from './document-list';
import { DocumentShow } from './document-show';

export const documents: ConsoleResource = {
  name: 'documents',
  group: 'clinics',
  icon: FileText,
  list: DocumentList,
  show: DocumentShow,
};
