import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { activityKinds as leadActivities, leadEvents } from '../modules/leads/contract';
import {
  applicationEvents,
  clinicEvents,
  documentEvents,
  documentKinds,
  verificationEvents,
  verifiedPoints,
  type ApplicationDetails,
} from '../modules/clinic-onboarding/contract';
import { identityEvents } from '../modules/identity/contract';
import { answerEvents, ticketEvents } from '../modules/support/contract';
import { declineReasons, offerEvents } from '../modules/offers/contract';
import { stepsSoFar } from '../app/routes/_clinic+/clinic.pending-approval';
import { kindWords } from '../admin/notifications';
import { mails } from '../workflows/reactions/index';

const messages: Record<string, string> = Object.assign(
  {},
  ...globSync('languages/en/messages/*.json').map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as object,
  ),
);
const missing = (keys: readonly string[]): string[] => keys.filter((key) => !messages[key]?.trim());

/** Templates of keys pass as soon as one text fits them; here each thing that can be shown asks for its own. */
describe('whatever can happen has its words', () => {
  it.each(Object.keys(mails))('the mail %s', (kind) => {
    const { about, by } = mails[kind]!;
    const parts = ['subject', 'title', 'text', 'action'].map((part) => `mail.${kind}.${part}`);
    // What the console calls it.
    const inConsole = kindWords[kind] ?? `console.notifications.kind of ${kind}`;
    if (by !== 'product') expect(missing([...parts, `mail.about.${about}`, inConsole])).toEqual([]);
    if (by !== 'mail') expect(missing([`notice.${kind}`])).toEqual([]);
  });

  it('a mail reads the parts of its facts that people are shown in words', () => {
    expect(missing(documentKinds.map((kind) => `mail.document.${kind}`))).toEqual([]);
    expect(missing(verifiedPoints.map((point) => `mail.point.${point}`))).toEqual([]);
  });

  it('a clinic reads why its offer was not chosen', () => {
    expect(missing(declineReasons.map((reason) => `notice.reason.${reason}`))).toEqual([]);
  });

  it.each(leadActivities)('what happens to a request: %s', (kind) => {
    expect(missing([`profile.activity.${kind}`, `console.leads.happened.${kind}`])).toEqual([]);
  });

  it.each(applicationEvents)('what happens to an application: %s', (kind) => {
    const asked: string[] = [`console.clinics.happened.${kind}`];
    const t = (key: string): string => {
      asked.push(key);
      return key;
    };
    const activity = [{ kind, at: '2026-11-22T00:00:00.000Z', facts: {} }];
    stepsSoFar({ t: t as never, locale: 'en' }, { activity } as unknown as ApplicationDetails);
    expect(missing(asked)).toEqual([]);
  });

  it('would be reported', () => {
    expect(missing(['mail.leads.published.subject', 'mail.leads.unheard-of.subject'])).toEqual([
      'mail.leads.unheard-of.subject',
    ]);
  });
});

describe('the declared events', () => {
  const all = [
    ...[leadEvents, offerEvents, clinicEvents, documentEvents, verificationEvents, identityEvents],
    ...[ticketEvents, answerEvents],
  ].flatMap((facts) => Object.entries(facts));

  it('stand under their own words, each once', () => {
    expect(all.every(([word, { type }]) => word === type)).toBe(true);
    expect(new Set(all.map(([word]) => word)).size).toBe(all.length);
  });

  it('of an application are each a line of its history', () => {
    const names = Object.keys(clinicEvents).map((word) => word.split('.')[1]!);
    expect(
      names.filter((name) => !(applicationEvents as readonly string[]).includes(name)),
    ).toEqual([]);
  });

  it('hold ids, codes and flags: no field in which a sentence would fit', () => {
    const words = 'Any words. At all!';
    const open = all.flatMap(([word, { fields }]) =>
      Object.entries(fields.shape as Record<string, z.ZodType>)
        .filter(([, field]) => [words, [words]].some((value) => field.safeParse(value).success))
        .map(([name]) => `${word}: ${name}`),
    );
    expect(open).toEqual([]);
  });
});
