import { account } from './account';
import { answers } from './answers';
import { audit } from './audit';
import { checkIns } from './check-ins';
import { clinics } from './clinics';
import { content } from './content';
import { conversations } from './conversations';
import { deals } from './deals';
import { desk } from './desk';
import { documents } from './documents';
import { events } from './events';
import { jobs } from './jobs';
import { laterReviews } from './later-reviews';
import { leads } from './leads';
import { maskingReviews } from './masking-reviews';
import { notifications } from './notifications';
import { offers } from './offers';
import { patients } from './patients';
import type { ConsoleResource } from './resource';
import { reviews } from './reviews';
import { settings } from './settings';
import { staff } from './staff';
import { tickets } from './tickets';
import { twins } from './twins';
import { workflows } from './workflows';

/** Every resource of the console, in the order of the navigation; routes, navigation and queues come from here. */
export const resources: readonly ConsoleResource[] = [
  desk,
  clinics,
  documents,
  twins,
  leads,
  offers,
  deals,
  checkIns,
  patients,
  staff,
  account,
  reviews,
  laterReviews,
  conversations,
  maskingReviews,
  tickets,
  answers,
  notifications,
  workflows,
  events,
  jobs,
  audit,
  settings,
  content,
];
