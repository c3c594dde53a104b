import { narrowingNames, narrowings } from '#contracts/exchange';
import {
  browseBids,
  browseLeads,
  clinicCounts,
  findClinics,
  ownInbox,
  ownNotices,
  reviewsOf,
  unreadMessages,
} from '#workflows';
import { ownClinicId } from './seed';
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

const directory: ReadonlyArray<Parameters<typeof findClinics>[1]> = [
  {},
  { city: 'Istanbul' },
  { specialty: 'Dental Treatment' },
  { specialty: 'Urology', city: 'Bursa' },
  { specialty: 'Cardiology' },
  { q: 'smile' },
  { q: 'Sarah Miller' },
  { q: 'smile', city: 'Antalya', specialty: 'Hair Transplant' },
  { q: 'Nothing reads like this' },
];

const groups = ['active', 'won', 'lost'] as const;

/** A clinic's New Leads, its bids and what it was told: pages and figures. And the directory in which people find clinics. */
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
  ...groups.map((group) => ({
    name: `clinic's bids, ${group}`,
    run: ({ clinic }: Parameters<ListCase['run']>[0]) => browseBids(clinic, { group }),
  })),
  { name: "clinic's figures", run: ({ clinic }) => clinicCounts(clinic) },
  { name: "clinic's notices", run: ({ clinic }) => ownNotices(clinic) },
  { name: "clinic's conversations", run: ({ clinic }) => ownInbox(clinic) },
  {
    name: "clinic's unread messages",
    run: ({ clinic }) => unreadMessages(clinic, [clinic.actor]),
  },
  {
    name: "clinic's reviews",
    run: ({ clinic }) => reviewsOf(clinic, { clinicId: ownClinicId }, clinic),
  },
  ...directory.map((query) => ({
    name: `directory of clinics ${inWords(query)}`,
    run: ({ patient }: Parameters<ListCase['run']>[0]) => findClinics(patient, query),
  })),
];
