import type { LeadRecord } from '#contracts/leads';
import type { CsvColumn } from '../components/csv';
import { text } from '../text';
import { allNamed, named } from './words';

/** What leaves the console: no notes, no photos, no name. */
export const leadCsv: readonly CsvColumn<LeadRecord>[] = [
  { label: text('console.leads.id'), value: ({ id }) => id },
  {
    label: text('console.leads.treatment'),
    value: ({ treatment }) => named(text, 'category', treatment),
  },
  {
    label: text('console.leads.sub_treatment'),
    value: ({ subTreatment }) => named(text, 'sub-treatment', subTreatment),
  },
  {
    label: text('console.leads.locations'),
    value: ({ locations }) => allNamed(text, 'city', locations),
  },
  { label: text('console.leads.budget'), value: ({ budget }) => budget },
  { label: text('console.leads.timeline'), value: ({ timeline }) => timeline },
  { label: text('console.status'), value: ({ status }) => status },
  { label: text('console.leads.findings'), value: ({ findings }) => findings.join(', ') },
  { label: text('console.leads.photos'), value: ({ photosCount }) => photosCount },
  { label: text('console.leads.offers'), value: ({ offersCount }) => offersCount },
  { label: text('console.leads.submitted'), value: ({ createdAt }) => createdAt },
  { label: text('console.leads.published'), value: ({ publishedAt }) => publishedAt },
];
