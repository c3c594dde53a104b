import { browseLeads } from '#workflows';
import type { ListCase } from './side';

const asked: ReadonlyArray<Parameters<typeof browseLeads>[1]> = [
  {},
  { treatment: 'Hair Transplant' },
  { location: 'Istanbul' },
  { priority: 'high' },
  { date: 'today' },
  { date: 'this-month' },
  { q: 'implant' },
  { q: 'sarah' },
  { q: 'Nothing reads like this' },
];

/** A clinic's New Leads. */
export const clinicCases: readonly ListCase[] = asked.map((query) => ({
  name: `clinic's leads ${JSON.stringify(query).replaceAll('"', '')}`,
  run: ({ clinic }) => browseLeads(clinic, query),
}));
