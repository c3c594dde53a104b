import type { ResourceName } from '../policy';
import type { Served } from '../serve.server';
import { answers } from './answers.server';
import { audit } from './audit.server';
import { clinics } from './clinics.server';
import { content } from './content.server';
import { conversations } from './conversations.server';
import { deals } from './deals.server';
import { documents } from './documents.server';
import { events } from './events.server';
import { jobs } from './jobs.server';
import { leads } from './leads.server';
import { maskingReviews } from './masking-reviews.server';
import { notifications } from './notifications.server';
import { offers } from './offers.server';
import { patients } from './patients.server';
import { reviews } from './reviews.server';
import { settings } from './settings.server';
import { staff } from './staff.server';
import { tickets } from './tickets.server';
import { workflows } from './workflows.server';

/** Every resource of the console that this API answers; one that is not here is not found. */
export const resources = {
  leads,
  offers,
  deals,
  reviews,
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
} satisfies Record<ResourceName, Served>;

export const resourceEndpoints = Object.values<Served>(resources).flatMap(
  ({ endpoints }) => endpoints,
);
