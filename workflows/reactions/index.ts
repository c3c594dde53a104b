import type { EventStep } from '#platform/context';
import type { Subscription } from '#engine';
import type { MailKind, MailKindOf } from '../notifications/notification';
import { accountPages } from './accounts';
import { aftercarePages } from './aftercare';
import { clinicPages } from './clinics';
import { companionPages } from './companions';
import { conversationPages, ticketPages } from './conversations';
import { dealPages } from './deals';
import type { EventPage } from './event-page';
import { leadPages } from './leads';
import { offerPages } from './offers';
import { outcomePages } from './outcomes';
import { webhookPages } from './webhooks';

/** All that can happen, and what follows from it. Registries, `docs/events.md` and the console read it from here. */
export const pages: readonly EventPage[] = [
  ...leadPages,
  ...offerPages,
  ...dealPages,
  ...aftercarePages,
  ...outcomePages,
  ...companionPages,
  ...conversationPages,
  ...ticketPages,
  ...clinicPages,
  ...accountPages,
  ...webhookPages,
];

/** What is part of an event, in its transaction (docs/decisions/0017). */
export const eventSteps: readonly EventStep[] = pages.flatMap(({ steps }) => steps);

/** Whom each event notifies, after the commit. */
export const notificationSubscriptions: readonly Subscription[] = pages.flatMap(
  ({ notifications }) => notifications,
);

/** What follows after the commit, whom it notifies included. */
export const subscriptions: readonly Subscription[] = [
  ...notificationSubscriptions,
  ...pages.flatMap(({ jobs }) => jobs),
];

/** Every mail and in-app notification, by the dotted word under which its words lie. */
export const mails: Readonly<Record<string, MailKind>> = Object.assign(
  {},
  ...pages.map(({ notify }) => notify),
);

export const mailKindOf: MailKindOf = (name) => (Object.hasOwn(mails, name) ? mails[name]! : null);
