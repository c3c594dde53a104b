import { FileHeart, ListChecks } from 'lucide-react';
import { listOf, openFields } from '#contracts/consultation';
import {
  findingCodes,
  leadStatuses,
  staffFieldNames,
  staffFields,
  type LeadDetailRecord,
  type LeadRecord,
} from '#contracts/leads';
import { search } from './components/console-list';
import { descending } from './components/views';
import { LeadPage } from './leads/page';
import { allNamed, heldView, LeadStatus, named, openView, screeningView } from './leads/words';
import { resourceOf } from './resource';
import { text } from './text';

const treatmentOf = ({ treatment }: LeadRecord) => named(text, 'category', treatment);
const subTreatmentOf = ({ subTreatment }: LeadRecord) => named(text, 'sub-treatment', subTreatment);
const citiesOf = ({ locations }: LeadRecord) => allNamed(text, 'city', locations);

/** Treatment requests; those that wait for a person are the first view. */
export const leads = resourceOf<LeadRecord, LeadDetailRecord>({
  name: 'leads',
  group: 'requests',
  icon: FileHeart,
  queue: { icon: ListChecks, view: heldView },
  live: true,
  page: LeadPage,
  list: {
    sort: descending('createdAt'),
    views: {
      'console.queue.leads': heldView,
      'console.leads.view.screening': screeningView,
      'console.leads.view.open': openView,
      'view.all': { filter: {} },
    },
    filters: [
      search,
      { source: 'queue', label: 'screening', ids: ['held', 'screening'] },
      { source: 'status', label: 'console.status', ids: leadStatuses },
      ...staffFieldNames.map((field) => ({
        source: field,
        label: `catalogue.fact.${field}`,
        choices: staffFields[field].options.map((id) => ({
          id,
          name: named(text, listOf[field], id),
        })),
      })),
      { source: 'finding', label: 'finding_one', ids: findingCodes },
    ],
    // What leaves the console: no notes, no photos, no name.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'request', sort: 'treatment', show: subTreatmentOf },
      { label: 'catalogue.fact.treatment', show: treatmentOf, csv: treatmentOf },
      { label: 'sub_treatment', csv: subTreatmentOf, only: 'export' },
      { label: 'locations', show: citiesOf, csv: citiesOf },
      ...openFields.map((field) => ({
        label: `catalogue.fact.${field}`,
        field,
        only: 'export' as const,
      })),
      {
        label: 'console.status',
        field: 'status',
        sort: true,
        show: (record) => <LeadStatus record={record} />,
      },
      {
        label: 'findings',
        show: ({ findings }) =>
          findings.map((finding) => text(`console.leads.finding.${finding}`)).join(', ') ||
          text('console.none'),
        csv: ({ findings }) => findings.join(', '),
      },
      { label: 'photos', field: 'photosCount', only: 'export' },
      { label: 'offers', field: 'offersCount', sort: true, end: true },
      { label: 'submitted', field: 'createdAt', as: 'time', sort: true },
      { label: 'published', field: 'publishedAt', only: 'export' },
    ],
  },
});
