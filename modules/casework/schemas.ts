import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { cleanText } from '#platform/text/text';
import {
  caseKinds,
  claimKinds,
  deskNoticeKinds,
  maxNote,
  maxViewName,
  mostAsked,
  shownNotices,
} from './values';

const instant = z.iso.datetime();

const line = (max: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().min(1, 'error.text_too_short').max(max, 'error.text_too_long'));

const claimRecord = z.strictObject({ staffId: z.uuid(), takenAt: instant, until: instant });
export type ClaimRecord = z.output<typeof claimRecord>;

const noteRecord = z.strictObject({
  id: z.uuid(),
  staffId: z.uuid(),
  text: z.string(),
  at: instant,
  mentions: z.array(z.uuid()),
});
export type NoteRecord = z.output<typeof noteRecord>;

/** Who works on a case. */
export const caseRecord = z.strictObject({
  /** Null: free. Always null of a kind that is not taken. */
  claim: claimRecord.nullable(),
  /** Who else has it open now. */
  viewers: z.array(z.uuid()),
  /** Newest first, 200 at most. */
  notes: z.array(noteRecord),
});
export type CaseRecord = z.output<typeof caseRecord>;

const scalar = z.union([z.string().max(200), z.int32(), z.boolean(), z.null()]);

/** What a list is narrowed by, and its order, as the console writes them into the address; words of a search are left out. */
export const viewQuery = z.strictObject({
  filter: z
    .record(z.string().max(40), z.union([scalar, z.array(scalar).max(30)]))
    .transform(({ q: _search, ...filter }) => filter)
    .refine((filter) => JSON.stringify(filter).length <= 1_500, 'error.text_too_long'),
  sort: z.strictObject({ field: z.string().max(40), order: z.enum(['ASC', 'DESC']) }),
});
export type ViewQuery = z.output<typeof viewQuery>;

const resource = z.string().regex(/^[a-z-]{1,40}$/, 'error.invalid_value');

const viewRecord = z.strictObject({
  id: z.uuid(),
  resource: z.string(),
  name: z.string(),
  query: z.strictObject({
    filter: z.record(z.string(), z.unknown()),
    sort: z.strictObject({ field: z.string(), order: z.enum(['ASC', 'DESC']) }),
  }),
});
export type ViewRecord = z.output<typeof viewRecord>;

const noticeRecord = z.strictObject({
  id: z.uuid(),
  type: z.enum(deskNoticeKinds),
  kind: z.enum(caseKinds),
  caseId: z.uuid(),
  byId: z.uuid(),
  at: instant,
  readAt: instant.nullable(),
});
export type DeskNotice = z.output<typeof noticeRecord>;

/** What one member of staff has in the console. */
export const ownDesk = z.strictObject({
  /** Whether single keys do something. */
  keys: z.boolean(),
  /** Cases that the reader has taken, the one that ends first first. */
  cases: z.array(z.strictObject({ kind: z.enum(claimKinds), caseId: z.uuid(), until: instant })),
  /** Newest first, 50 at most. */
  notices: z.array(noticeRecord),
  /** By name. */
  views: z.array(viewRecord),
});
export type OwnDesk = z.output<typeof ownDesk>;

const deskRecord = ownDesk.extend({
  /** Colleagues who work here, by name; with whoever asks. */
  team: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
export type DeskRecord = z.output<typeof deskRecord>;

const oneCase = z.strictObject({ kind: z.enum(caseKinds), id: z.uuid() });
const oneClaim = z.strictObject({ kind: z.enum(claimKinds), id: z.uuid() });
const theCase = z.strictObject({ case: caseRecord });
const theDesk = z.strictObject({ desk: deskRecord });

export const readDeskCall = defineCall({
  id: 'casework.desk',
  route: 'GET /admin/desk',
  summary: "Console: one's own cases, notices, views and keys, and who works here",
  audience: 'staff',
  data: deskRecord,
  bare: true,
});

export const setKeysCall = defineCall({
  id: 'casework.set-keys',
  route: 'POST /admin/desk/keys',
  summary: 'Console: switch single keys on or off, for oneself',
  audience: 'staff',
  body: z.strictObject({ on: z.boolean() }),
  data: theDesk,
});

export const readNoticesCall = defineCall({
  id: 'casework.read-notices',
  route: 'POST /admin/desk/notices',
  summary: "Console: some of one's own notices are read",
  audience: 'staff',
  body: z.strictObject({ ids: z.array(z.uuid()).max(shownNotices) }),
  data: theDesk,
});

export const saveViewSchema = z.strictObject({
  resource,
  name: line(maxViewName),
  query: viewQuery,
});

export const saveViewCall = defineCall({
  id: 'casework.save-view',
  route: 'POST /admin/desk/views',
  summary:
    "Console: keep a list's filter and order under a name of one's own; twenty at most. A name that is taken has the new meaning",
  audience: 'staff',
  body: saveViewSchema,
  data: theDesk,
  failures: ['too_many_views'],
});

export const removeViewCall = defineCall({
  id: 'casework.remove-view',
  route: 'DELETE /admin/desk/views/{id}',
  summary: 'Console: forget a view',
  audience: 'staff',
  params: z.strictObject({ id: z.uuid() }),
  data: theDesk,
  failures: ['not_found'],
});

export const readCaseCall = defineCall({
  id: 'casework.read',
  route: 'GET /admin/cases/{kind}/{id}',
  summary: 'Console: who has taken a case, who else looks at it, and what the team noted',
  audience: 'staff',
  params: oneCase,
  data: caseRecord,
  bare: true,
});

export const lookCall = defineCall({
  id: 'casework.look',
  route: 'POST /admin/cases/{kind}/{id}/look',
  summary: 'Console: a page of the case is open, or no longer; said again every 20 seconds',
  audience: 'staff',
  params: oneCase,
  body: z.strictObject({ away: z.boolean().default(false) }),
  data: z.strictObject({ viewers: z.array(z.uuid()) }),
});

export const takeCaseCall = defineCall({
  id: 'casework.take',
  route: 'POST /admin/cases/{kind}/{id}/take',
  summary: 'Console: take a case for two hours from now; again, for two hours more',
  audience: 'staff',
  params: oneClaim,
  data: theCase,
  failures: ['not_found', 'case_taken'],
});

export const giveCaseBackCall = defineCall({
  id: 'casework.give-back',
  route: 'POST /admin/cases/{kind}/{id}/give-back',
  summary: "Console: give back a case that one has taken; one that is not one's own stays as it is",
  audience: 'staff',
  params: oneClaim,
  data: theCase,
});

export const giveCaseOnCall = defineCall({
  id: 'casework.give-on',
  route: 'POST /admin/cases/{kind}/{id}/give-on',
  summary: 'Console: give a case that one has taken to a colleague, for two hours from now',
  audience: 'staff',
  params: oneClaim,
  body: z.strictObject({ staffId: z.uuid() }),
  data: theCase,
  failures: ['case_taken'],
});

export const writeNoteCall = defineCall({
  id: 'casework.note',
  route: 'POST /admin/cases/{kind}/{id}/note',
  summary: 'Console: note something about a case for the team; @ and a name notifies a colleague',
  audience: 'staff',
  params: oneCase,
  body: z.strictObject({ text: line(maxNote) }),
  data: theCase,
  failures: ['not_found'],
});

const ids = z
  .string()
  .max(mostAsked * 37)
  .transform((joined) => joined.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()).max(mostAsked));

export const claimsCall = defineCall({
  id: 'casework.claims',
  route: 'GET /admin/claims',
  summary: 'Console: which of these cases are taken, by whom and until when; a hundred at most',
  audience: 'staff',
  query: z.strictObject({ kind: z.enum(claimKinds), ids }),
  data: z.strictObject({ claims: z.array(claimRecord.extend({ caseId: z.uuid() })) }),
});
export type ListedClaim = ClaimRecord & { readonly caseId: string };
