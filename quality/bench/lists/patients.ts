import { countLeads, listLeads, recentActivity } from '#modules/leads';
import { ownInbox, ownNotices, unreadMessages } from '#workflows';
import type { ListCase } from './side';

/** What a patient's own pages list. */
export const patientCases: readonly ListCase[] = [
  { name: 'own requests', run: ({ patient }) => listLeads(patient) },
  { name: 'own requests, active', run: ({ patient }) => listLeads(patient, { tab: 'active' }) },
  { name: 'own requests, over', run: ({ patient }) => listLeads(patient, { tab: 'completed' }) },
  {
    name: 'own requests, second page',
    run: async ({ patient }) => {
      const { nextCursor } = await listLeads(patient);
      return listLeads(patient, { cursor: nextCursor! });
    },
  },
  { name: 'own figures', run: ({ patient }) => countLeads(patient) },
  { name: 'own recent activity', run: ({ patient }) => recentActivity(patient, { limit: 5 }) },
  { name: 'own notices', run: ({ patient }) => ownNotices(patient) },
  { name: 'own conversations', run: ({ patient }) => ownInbox(patient) },
  { name: 'own unread messages', run: ({ patient }) => unreadMessages(patient, [patient.actor]) },
];
