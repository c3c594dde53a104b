import type { CareAnswers, CareRecord, CareZone } from '#contracts/aftercare';
import { nothingStated, type LeadFields } from '#contracts/consultation';
import type { CancelCode } from '#contracts/deals';
import type { Currency, DeclineReason, StatedFigure, Unit } from '#contracts/offers';
import type { AgainChoice, Moment, ResultChoice } from '#contracts/outcomes';
import type { Duration } from '#platform/base/duration';
import type { ClinicName } from '../approved-clinics';

/** What a clinic says in an offer. Lines it does not name are not stated. */
export interface Said {
  readonly dollars: number;
  readonly listDollars?: number;
  readonly currency?: Currency;
  readonly message: string;
  readonly included: readonly string[];
  /** With what each costs besides. */
  readonly extra?: Readonly<Record<string, number>>;
  readonly notNeeded?: readonly string[];
  readonly doctor?: string;
  /** The earliest date lies so far ahead of today. */
  readonly earliest?: Duration;
  readonly availability?: string;
  readonly files?: readonly FileSaid[];
  /** How much of a line there is, and of which make. */
  readonly counted?: Readonly<Record<string, { quantity?: number; unit?: Unit; brand?: string }>>;
  readonly journey?: Readonly<Partial<Record<StatedFigure, number>>>;
  /** What the price rests on, and what it costs besides. */
  readonly assumptions?: ReadonlyArray<{ readonly text: string; readonly dollars?: number }>;
}

/** A file made for the demo: a page with these lines, or a picture of a room. */
export interface FileSaid {
  readonly name: string;
  readonly lines?: readonly string[];
}

type Side = 'patient' | 'clinic';

/** One thing that somebody does, or that the clock does when nobody does anything. */
type Act =
  /** Nobody does anything; clocks ring that are due by then. */
  | { readonly does: 'wait' }
  | { readonly does: 'cancel'; readonly reason: string }
  /** The patient lets a relative see the offers, who writes a note. */
  | { readonly does: 'let-look-on'; readonly relative: string; readonly note: string }
  | { readonly does: 'open-photos'; readonly clinic: ClinicName }
  | { readonly does: 'offer'; readonly clinic: ClinicName; readonly says: Said }
  | { readonly does: 'revise'; readonly clinic: ClinicName; readonly says: Said }
  | { readonly does: 'withdraw'; readonly clinic: ClinicName }
  | {
      readonly does: 'decline';
      readonly clinic: ClinicName;
      readonly reason: DeclineReason | null;
    }
  | { readonly does: 'accept'; readonly clinic: ClinicName }
  | {
      readonly does: 'write';
      readonly by: Side;
      readonly clinic: ClinicName;
      readonly text: string;
      readonly files?: readonly FileSaid[];
    }
  | { readonly does: 'read'; readonly by: Side; readonly clinic: ClinicName }
  | {
      readonly does: 'report-talk';
      readonly by: Side;
      readonly clinic: ClinicName;
      readonly reason: string;
    }
  | ({ readonly clinic: ClinicName } & DealAct);

/** Where a patient is: ISO 3166-1 alpha-2, and an IANA time zone. */
export interface Place {
  readonly country: string;
  readonly zone: CareZone;
}

/** What is done with the deal of the clinic that was chosen. */
export type DealAct =
  | {
      readonly does: 'propose';
      readonly by: Side;
      /** From today; back in time where it is negative. */
      readonly startsIn: Duration;
      readonly note?: string;
    }
  | { readonly does: 'agree'; readonly by: Side }
  | {
      readonly does: 'confirm';
      readonly by: Side;
      readonly dollars: number;
      readonly reason?: string;
    }
  | { readonly does: 'deny'; readonly by: Side; readonly reason: string }
  | {
      readonly does: 'cancel-deal';
      readonly by: Side;
      readonly code: CancelCode;
      readonly reason: string;
    }
  /** What the clinic gives with the treatment. */
  | { readonly does: 'give'; readonly given: CareRecord }
  | { readonly does: 'agree-to-aftercare'; readonly from: Place }
  | {
      readonly does: 'check-in';
      readonly day: number;
      readonly from: Place;
      readonly answers: CareAnswers;
      readonly note: string;
    }
  | { readonly does: 'review'; readonly stars: number; readonly text: string }
  | {
      /** What became of the treatment. */
      readonly does: 'say-later';
      readonly moment: Moment;
      readonly again: AgainChoice;
      readonly result: ResultChoice;
      readonly text: string;
    }
  | { readonly does: 'answer'; readonly text: string }
  | { readonly does: 'report-review'; readonly by: Side; readonly reason: string };

/** `ago`: how long ago it was done. Steps of a story stand in the order of time. */
export type Step = Act & { readonly ago: Duration };

/** A request of one patient, and what came of it. */
export interface Story {
  /** Its request's id follows from it: never changed once it was seeded. */
  readonly name: string;
  readonly phoneNumber: string;
  readonly sent: Duration;
  readonly fields: LeadFields;
  /** Clinics that its patient asks with it. */
  readonly asks?: readonly ClinicName[];
  /** How many photos go with it. */
  readonly photos?: number;
  readonly steps: readonly Step[];
}

/** What is left open where a story says nothing of it. */
export const open = {
  photos: [],
  locations: [],
  ...nothingStated,
  patientInfo: null,
  description: '',
} satisfies Partial<LeadFields>;

/** A plan that a clinic gives before the patient confirms the treatment. */
export const planGiven = (clinic: ClinicName, ago: Duration): Step => ({
  ...{ does: 'give', clinic, ago },
  given: {
    plan: 'What to do in the first weeks, what is usual, when to see your own doctor, and when to call us.',
    person: null,
    used: [],
  },
});
