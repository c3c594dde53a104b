import { defineCall } from '#platform/base/call';
import { homeRecord, queueCountsRecord } from '#platform/lists/console-records';
import { consoleHome, consoleQueues } from '#workflows';
import type { ResourceName } from '../policy';
import { clinics, documents, patients, staff } from './accounts.server';
import { answers, conversations, maskingReviews, tickets } from './conversations.server';
import { checkIns, deals, laterReviews, leads, offers, reviews } from './leads.server';
import {
  audit,
  content,
  events,
  jobs,
  notifications,
  settings,
  workflows,
} from './operations.server';
import { twins } from './twins.server';
import type { Served } from '../serve.server';
import { endpoint } from '#app/http/api.server';

/** Every resource of the console that this API answers; one that is not here is not found. */
export const resources = {
  leads,
  offers,
  deals,
  reviews,
  'check-ins': checkIns,
  'later-reviews': laterReviews,
  conversations,
  'masking-reviews': maskingReviews,
  tickets,
  answers,
  workflows,
  events,
  staff,
  jobs,
  audit,
  patients,
  settings,
  content,
  clinics,
  documents,
  notifications,
  twins,
} satisfies Record<ResourceName, Served>;

export const resourceEndpoints = Object.values<Served>(resources).flatMap(
  ({ endpoints }) => endpoints,
);

const homeCall = defineCall({
  id: 'admin.home.read',
  route: 'GET /admin/home',
  summary: 'Console: queues with their clocks, and thirty days in figures',
  audience: 'staff',
  data: homeRecord,
  bare: true,
});

const queuesCall = defineCall({
  id: 'admin.queues.read',
  route: 'GET /admin/queues',
  summary: 'Console: how many wait in each queue',
  audience: 'staff',
  data: queueCountsRecord,
  bare: true,
});

export const homeEndpoints = [
  endpoint(homeCall, consoleHome),
  // Asked for whenever a queue changes: looking renews no session.
  endpoint(queuesCall, consoleQueues, { quiet: true }),
] as const;
