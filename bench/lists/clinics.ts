import { narrowingNames, narrowings } from '#contracts/exchange';
import { browseLeads } from '#workflows';
import type { ListCase } from './side';

const asked: ReadonlyArray<Parameters<typeof browseLeads>[1]> = [
  {},
  { treatment: 'Hair Transplant' },
  { location: 'Istanbul' },
  { location: 'Ankara' },
  ...narrowingNames.flatMap((name) => {
    const { values } = narrowings[name];
    return [{ [name]: values[0] }, { [name]: values.at(-1) }];
  }),
  { date: 'today' },
  { date: 'yesterday' },
  { date: 'this-week' },
  { date: 'this-month' },
  { q: 'implant' },
  { q: 'treatment' },
  { q: 'mouth' },
  { q: 'dental' },
  { q: 'istan' },
  { q: 'sarah' },
  { q: 'sarah m' },
  { q: 's' },
  { q: 'Nothing reads like this' },
  // What hardly anything is, or nothing: a few of the oldest rows.
  { q: 'zephyrine' },
  { q: 'zephyrine', priority: 'low' },
  { q: 'skin cancer' },
  { q: 'skin cancer', budget: 'over-10000', priority: 'high', location: 'Antalya' },
  { treatment: 'Dermatology', location: 'Antalya', priority: 'high', budget: 'over-10000' },
  {
    treatment: 'Dermatology',
    location: 'Antalya',
    priority: 'low',
    budget: 'under-1000',
    date: 'today',
  },
  { q: 'sarah', treatment: 'hair', location: 'Antalya', priority: 'low', budget: 'over-10000' },
  { q: 'root', location: 'Istanbul', priority: 'high', budget: '5000-10000', date: 'yesterday' },
  { q: 'root', treatment: 'hair' },
];

const inWords = (query: object): string =>
  JSON.stringify(query).replaceAll('"', '').replaceAll(',', ', ');

/** A clinic's New Leads: page and figures. */
export const clinicCases: readonly ListCase[] = [
  ...asked.map((query) => ({
    name: `clinic's leads ${inWords(query)}`,
    run: ({ clinic }: Parameters<ListCase['run']>[0]) => browseLeads(clinic, query),
  })),
  {
    name: "clinic's leads, fifth page",
    run: async ({ clinic }) => {
      let cursor: string | undefined;
      for (let page = 1; page <= 5; page += 1)
        cursor = (await browseLeads(clinic, { cursor })).nextCursor ?? undefined;
    },
  },
];
