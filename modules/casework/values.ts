/** What staff work on, by the name that its list has in the console: every queue with pages of its own. The words are stored. */
export const caseKinds = [
  ...(['clinics', 'twins', 'leads', 'deals', 'check-ins', 'reviews', 'later-reviews'] as const),
  ...(['conversations', 'masking-reviews', 'tickets'] as const),
] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What can be taken for two hours. A ticket has a colleague who looks after it until it is closed instead. */
export const claimKinds = caseKinds.filter(
  (kind): kind is Exclude<CaseKind, 'tickets'> => kind !== 'tickets',
);
export type ClaimKind = (typeof claimKinds)[number];

export const isCaseKind = (name: string): name is CaseKind =>
  (caseKinds as readonly string[]).includes(name);
export const isClaimKind = (name: string): name is ClaimKind =>
  (claimKinds as readonly string[]).includes(name);

/** How long a case is taken, unless it is taken again, given back or given on. */
export const claimHours = 2;

/** How often an open page says that it is looked at. */
export const lookSeconds = 20;

/** Who has said nothing for so long no longer looks: two signs may be late, three may not. */
export const awaySeconds = 45;

/** `mentioned`: a note names the reader; `given`: a colleague gave a case on to the reader. */
export const deskNoticeKinds = ['mentioned', 'given'] as const;
export type DeskNoticeKind = (typeof deskNoticeKinds)[number];

/** Views that one member of staff has, of all lists together. */
export const mostViews = 20;
/** Notices that a desk shows; older ones are not counted either. */
export const shownNotices = 50;
/** Notes that a case shows, the newest. */
export const shownNotes = 200;
/** Characters of a note. */
export const maxNote = 4_000;
/** Characters of the name of a view. */
export const maxViewName = 60;
/** Cases whose claims are asked for at once: a page of a list. */
export const mostAsked = 100;

/** Live message to all staff: the claim, the notes or the viewers of a case have changed. */
export const caseChanged = 'staff.case-changed';
/** Live message to one member of staff: a notice came, or a case was given on. */
export const deskChanged = 'staff.desk-changed';
