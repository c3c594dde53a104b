/**
 * What becomes of each column of the database when somebody takes their data along, and when they leave. `taken`: it is in
 * the archive of whoever it is about. `gone`: nothing of it is left of somebody who has left (of a clinic or a patient,
 * whomever it is about); `stays`: it is, for the reason that stands beside it. What is not taken says why as well.
 */
export type Verdict = 'taken, gone' | 'taken, stays' | 'gone' | 'stays';

/** Verdict, columns (with blanks between them), and the reason of what is not taken, or stays. */
export type Line =
  readonly ['taken, gone', string] | readonly [Exclude<Verdict, 'taken, gone'>, string, string];

export const ids = 'ids that name nobody once their account is gone';
export const ours = 'ours: keys, hashes and counters that say nothing of a person';
export const team = 'of the review team, not of patients and clinics';
export const dayOld =
  'kept for a day at most, or as long as a code is good; gone with the account at once';
export const offerKept =
  'an offer is its clinic’s own, and stays with one that a patient accepted: what was agreed on';
export const nobody = 'names nobody';
export const sealed = 'dates and prices are of both sides of an agreement; the typed words go';
