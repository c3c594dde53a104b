import type { StateValue } from 'xstate';
import formNames from 'react-phone-number-input/locale/en';
import { z } from 'zod';
import { specialties } from '#contracts/consultation';
import { after, days, hours } from '#platform/base/duration';
import { now } from '#platform/time/clock';
import { sha256 } from '#platform/base/ids';
import { locales } from '#platform/base/locale';
import { statePath } from '#platform/base/state-path';
import { defineSetting, timerLength } from '#platform/settings/settings';
import { normalized } from '#platform/text/text';
import type { ClinicDetails, RequiredKind } from './schemas';
import {
  type ApplicationEvent,
  type ApplicationStage,
  applicationStages,
  type ApprovalStatus,
  type DocumentKind,
  type DocumentReview,
  legalKinds,
  type ScanState,
} from './values';

/** The clocks of a review (docs/product.md, Clinic onboarding). An application keeps those under which it became complete. */
export const reviewWindows = defineSetting({
  key: 'clinic-onboarding.windows',
  schema: z
    .object({
      /** Milliseconds from complete until staff are reminded. */
      reminder: timerLength,
      /** Longer than `reminder`. */
      escalation: timerLength,
      /** A decision is promised within so many business days. */
      businessDays: z.number().int().min(1).max(60),
    })
    .refine(({ reminder, escalation }) => escalation > reminder, {
      path: ['escalation'],
      error: 'onboarding.error.escalation_too_soon',
    }),
  defaults: () => ({ reminder: hours(24), escalation: hours(48), businessDays: 3 }),
});

const requirement = z.strictObject({
  kind: z.enum(legalKinds),
  /** ISO 3166-1 alpha-2. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .max(250)
    .meta({ format: 'countries' }),
  /** Of clinics that offer one of them; none: of every clinic. */
  specialties: z.array(z.enum(specialties)).max(12),
  /** The first day (YYYY-MM-DD). */
  from: z.iso.date(),
});

/**
 * Days before the end of a verification, or before a kind is required, at which a clinic is reminded; at 0 it is notified that
 * the day is over, or has come.
 */
export const noticesOfEnd = [60, 30, 7, 0] as const;

/** What laws require: a kind of document, where, for which treatments, and from which day on. */
export const documentRequirements = defineSetting({
  key: 'clinic-onboarding.required-documents',
  schema: z.array(requirement).max(20),
  // Which law holds, and for whom, is a lawyer's word: see the runbook.
  defaults: () => [],
  // One that is new or changed stops no clinic before it has been reminded.
  faultsOf: async (ctx, value, before) => {
    const known = new Set(before.map((one) => JSON.stringify(one)));
    const first = after(await now(ctx), days(noticesOfEnd[0]))
      .toISOString()
      .slice(0, 10);
    return Object.fromEntries(
      value.flatMap((one, index) =>
        known.has(JSON.stringify(one)) || one.from >= first
          ? []
          : [[`value.${index}.from`, ['onboarding.error.requirement_too_soon']]],
      ),
    );
  },
});
export type DocumentRequirement = z.infer<typeof requirement>;

/** In any case, with and without marks: `TÜRKİYE` is `Turkiye`. */
const plainName = (name: string): string =>
  normalized(name, 'NFKD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').trim().toLowerCase();

const regionNames = locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** What clinics write for a country: the name that forms offer, its names in our languages, its code. */
const namesOf = (code: string): string[] =>
  [
    code,
    formNames[code as keyof typeof formNames] ?? code,
    ...regionNames.map((names) => names.of(code) ?? code),
  ].map(plainName);

export const isIn = (
  { countries }: Pick<DocumentRequirement, 'countries'>,
  country: string,
): boolean => countries.some((code) => namesOf(code).includes(plainName(country)));

/** What the law goes by: where a clinic is, and what it offers. */
export type Concerned = Pick<ClinicDetails, 'country' | 'specialties'>;

/** Whether a requirement is about a clinic, whenever it begins. */
export const concerns = (requirement: DocumentRequirement, of: Concerned): boolean =>
  isIn(requirement, of.country) &&
  (requirement.specialties.length === 0 ||
    requirement.specialties.some((one) => of.specialties.includes(one)));

/** What the law requires of a clinic now or later, each kind once with its first day; `day` is today (YYYY-MM-DD). */
export function legalKindsOf(
  requirements: readonly DocumentRequirement[],
  of: Concerned,
  day: string,
): RequiredKind[] {
  const own = requirements.filter((one) => concerns(one, of));
  return legalKinds.flatMap((kind) => {
    const [from] = own.flatMap((one) => (one.kind === kind ? one.from : [])).sort();
    return from ? [{ kind, from, inForce: from <= day }] : [];
  });
}

/** What is needed of a document to judge an application; removed ones do not count. */
export interface JudgedDocument {
  readonly kind: DocumentKind;
  readonly scan: ScanState;
  readonly review: DocumentReview;
  readonly createdAt: Date;
  readonly reviewedAt: Date | null;
  readonly removedAt: Date | null;
}

const lies = (doc: JudgedDocument): boolean => doc.removedAt === null && doc.scan !== 'infected';
/** Waiting or accepted, and there to be read. */
export const counts = (doc: JudgedDocument): boolean =>
  lies(doc) && (doc.review === 'waiting' || doc.review === 'accepted');

/** Asked for again, and nothing of its kind was uploaded since. */
const isOwed = (doc: JudgedDocument, ofKind: readonly JudgedDocument[]): boolean =>
  lies(doc) &&
  doc.review === 'asked-again' &&
  !ofKind.some((other) => counts(other) && other.createdAt > (doc.reviewedAt ?? doc.createdAt));

const isMissing = (ofKind: readonly JudgedDocument[]): boolean =>
  !ofKind.some(counts) || ofKind.some((doc) => isOwed(doc, ofKind));

const isUnaccepted = (ofKind: readonly JudgedDocument[]): boolean =>
  isMissing(ofKind) || ofKind.some((doc) => counts(doc) && doc.review !== 'accepted');

const kindsThat = (
  docs: readonly JudgedDocument[],
  required: readonly DocumentKind[],
  holds: (ofKind: readonly JudgedDocument[]) => boolean,
): DocumentKind[] => required.filter((kind) => holds(docs.filter((doc) => doc.kind === kind)));

/** Required kinds of which nothing lies there that counts, or of which one was asked for again and has not come. */
export const missingKinds = (
  docs: readonly JudgedDocument[],
  required: readonly DocumentKind[],
): DocumentKind[] => kindsThat(docs, required, isMissing);

/** Required kinds that keep an application from being approved: missing, or not looked at to the end. */
export const unacceptedKinds = (
  docs: readonly JudgedDocument[],
  required: readonly DocumentKind[],
): DocumentKind[] => kindsThat(docs, required, isUnaccepted);

const documentDecisions = ['accept', 'ask-again', 'reject'] as const;
export type DocumentDecision = (typeof documentDecisions)[number];

/** What each decision makes of a document. */
export const reviewAfter: Record<DocumentDecision, DocumentReview> = {
  accept: 'accepted',
  'ask-again': 'asked-again',
  reject: 'rejected',
};

const readable: readonly ScanState[] = ['clean', 'not_scanned'];

/** What the review team may decide about a document now. One that was not found clean is never accepted. */
export function allowedDecisions(
  doc: Pick<JudgedDocument, 'scan' | 'review' | 'removedAt'> & {
    readonly supersededAt: Date | null;
  },
  status: ApprovalStatus | null,
): DocumentDecision[] {
  if (status === null || status === 'rejected' || doc.removedAt || doc.supersededAt) return [];
  return documentDecisions.filter(
    (decision) =>
      reviewAfter[decision] !== doc.review &&
      (decision !== 'accept' || readable.includes(doc.scan)),
  );
}

interface Happened {
  readonly kind: ApplicationEvent;
  readonly at: Date;
  readonly facts: Readonly<Record<string, string>>;
}

interface Rejected {
  readonly decidedAt: Date | null;
}

const roundStarts: readonly ApplicationEvent[] = ['registered', 'resubmitted'];
const refusals: readonly ApplicationEvent[] = ['document-asked-again', 'document-rejected'];

/**
 * Whether a rejected application can be handed in again with something in it that is new: one of the documents
 * that the review refused and that were still owed at the decision has come (or went where it is not required).
 * Where none was owed, the reason named something else, which no rule can read: then any change since counts.
 * `documents` are those not removed, `happened` is the history, oldest first.
 */
export function isMended(
  { decidedAt }: Rejected,
  documents: ReadonlyArray<JudgedDocument & { readonly id: string }>,
  happened: readonly Happened[],
  required: readonly DocumentKind[],
): boolean {
  const decided = decidedAt ?? new Date(0);
  const owed = refusedIn(lastRound(happened)).filter(
    ({ at, facts }) => !cameBetween(documents, facts.kind, at, decided),
  );
  if (owed.length === 0)
    return (
      happened.some(({ kind, at }) => kind === 'details-changed' && at > decided) ||
      documents.some(({ createdAt }) => createdAt > decided)
    );
  const missing: readonly string[] = missingKinds(documents, required);
  return owed.some(({ facts }) => {
    const lies = documents.some(({ id }) => id === facts.documentId);
    return cameBetween(documents, facts.kind, decided) || (!lies && !missing.includes(facts.kind!));
  });
}

const lastRound = (happened: readonly Happened[]): readonly Happened[] =>
  happened.slice(happened.findLastIndex(({ kind }) => roundStarts.includes(kind)) + 1);

/** The last word on each document of the round, where it was a refusal. */
function refusedIn(round: readonly Happened[]): Happened[] {
  const verdicts = new Map<string, Happened>();
  for (const entry of round)
    if (entry.facts.documentId) verdicts.set(entry.facts.documentId, entry);
  return [...verdicts.values()].filter(({ kind }) => refusals.includes(kind));
}

const cameBetween = (
  documents: readonly JudgedDocument[],
  kind: string | undefined,
  from: Date,
  until = new Date(8.64e15),
): boolean =>
  documents.some(
    (doc) => doc.kind === kind && counts(doc) && doc.createdAt > from && doc.createdAt <= until,
  );

type Field = keyof ClinicDetails;

/**
 * What each kind of document proves of what a clinic says of itself. A document that was accepted is looked at again
 * when one of these changes. E-mail, website and description are proved by none.
 */
export const proves: Readonly<Record<DocumentKind, readonly Field[]>> = {
  'medical-license': ['doctorName', 'licenseNumber', 'specialties', 'experience', 'country'],
  'clinic-registration': ['clinicName', 'address', 'city', 'country'],
  'professional-id': ['doctorName'],
  'clinic-photos': ['clinicName', 'address', 'city', 'country'],
  insurance: ['clinicName', 'doctorName', 'address', 'city', 'country'],
  'health-tourism-authorisation': ['clinicName', 'address', 'city', 'country', 'specialties'],
  'complication-insurance': ['clinicName', 'doctorName', 'city', 'country', 'specialties'],
};

/** In the order of the form. */
const fields: readonly Field[] = [
  'clinicName',
  'address',
  'city',
  'country',
  'email',
  'website',
  'doctorName',
  'licenseNumber',
  'experience',
  'specialties',
  'description',
];

/** One field in a form that can be compared; the order of specialties says nothing. */
const plain = (details: ClinicDetails, field: Field): string => {
  const value = details[field];
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
};

/** Fields in which two sets of details differ. */
export const changedFields = (before: ClinicDetails, after: ClinicDetails): Field[] =>
  fields.filter((field) => plain(before, field) !== plain(after, field));

/** Whether a document of this kind proves one of the fields. */
export const isProofOf = (kind: DocumentKind, changed: readonly Field[]): boolean =>
  proves[kind].some((field) => changed.includes(field));

/** Of the fields that a kind proves, or of all, as one text to compare. */
export const statementOf = (details: ClinicDetails, kind?: DocumentKind): string =>
  (kind ? proves[kind] : fields).map((field) => plain(details, field)).join('\n');

/** Where an application stands: the status that people see, and how far its review is. */
export interface Place {
  readonly status: ApprovalStatus;
  /** Null unless pending. */
  readonly stage: ApplicationStage | null;
}

/** The place of a state value of the application machine: one path, as it has no parallel states. */
export function placeOf(value: StateValue): Place {
  const path = statePath(value);
  const stage = applicationStages.find((name) => name === path.at(-1)) ?? null;
  return { status: path[0] as ApprovalStatus, stage };
}

/** Whether the clocks of a review run. */
export const isComplete = ({ stage }: Place): boolean => stage !== null && stage !== 'documents';

/** Letters that lose nothing but their look when they are written without it, where NFKD does not do it. */
const letters: Readonly<Record<string, string>> = {
  ...{ ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h' },
  // Cyrillic and Greek, letter by letter.
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    і: 'i',
    є: 'ye',
  },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l' },
  ...{ μ: 'm', ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f' },
  ...{ χ: 'ch', ψ: 'ps', ω: 'o' },
};

const longest = 60;

/** What a name becomes in an address: small Latin letters, digits and single hyphens; `clinic` where none is left. */
export function slugOf(name: string): string {
  const plain = normalized(name.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`]/g, '')
    .replace(/[^\x20-\x7e]/g, (letter) => letters[letter] ?? ' ');
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, longest);
  return words.replace(/^-+|-+$/g, '') || 'clinic';
}

/** What stands for the address of a clinic whose account is gone: it says nothing, and keeps the address from others. */
export const goneSlug = (slug: string): string => sha256(slug).toString('hex');

/** What a clinic has in place of the number that is not its own any more, as its account has. */
export const detached = (clinicId: string): string => `detached:${clinicId}`;
