import type { StaffRole } from '#contracts/identity';

type Audience = 'staff' | 'staff-admin';

/** Who may do something, and whether the second factor must have been shown a moment ago. */
export interface Rule {
  readonly audience: Audience;
  readonly fresh?: true;
}

export interface ResourceRules {
  readonly list: Rule;
  readonly read: Rule;
  /** Rows in bulk. */
  readonly export: Rule;
  readonly events: Readonly<Record<string, Rule>>;
}

const staff: Rule = { audience: 'staff' };
const admin: Rule = { audience: 'staff-admin' };
const freshStaff: Rule = { audience: 'staff', fresh: true };
const freshAdmin: Rule = { audience: 'staff-admin', fresh: true };

const reviewed = { list: staff, read: staff, export: freshStaff };

/** Who may do what in the console, resource by resource: what is not here nobody may. */
export const policy = {
  clinics: {
    ...reviewed,
    events: {
      approve: staff,
      reject: staff,
      suspend: staff,
      reinstate: staff,
      note: staff,
      'accept-change': staff,
      'refuse-change': staff,
      'accept-picture': staff,
      'refuse-picture': staff,
      hold: freshAdmin,
      'lift-hold': freshAdmin,
      'ask-way-back': freshAdmin,
      'confirm-way-back': freshAdmin,
    },
  },
  documents: {
    ...reviewed,
    events: { accept: staff, 'ask-again': staff, reject: staff, 'set-end-date': staff },
  },
  twins: { ...reviewed, events: { explain: staff, 'allow-branch': staff, 'read-photo': staff } },
  leads: {
    ...reviewed,
    events: { approve: staff, reject: staff, 'send-back': staff, 'read-notes': staff },
  },
  offers: { ...reviewed, events: { 'read-words': staff } },
  deals: { ...reviewed, events: { write: staff, cancel: staff, uphold: staff } },
  'check-ins': { ...reviewed, events: { close: staff } },
  reviews: { ...reviewed, events: { remove: staff, 'remove-answer': staff, keep: staff } },
  'later-reviews': { ...reviewed, events: { remove: staff, keep: staff } },
  conversations: {
    ...reviewed,
    events: { 'read-messages': staff, dismiss: staff, keep: staff, block: staff, unblock: staff },
  },
  'masking-reviews': { ...reviewed, events: { release: staff, keep: staff } },
  tickets: {
    ...reviewed,
    events: {
      answer: staff,
      assign: staff,
      'set-priority': staff,
      close: staff,
      reopen: staff,
      reveal: staff,
    },
  },
  answers: { ...reviewed, events: { change: staff, remove: staff } },
  patients: {
    ...reviewed,
    events: {
      reveal: staff,
      'end-sessions': staff,
      hold: freshAdmin,
      'lift-hold': freshAdmin,
      'ask-way-back': freshAdmin,
      'confirm-way-back': freshAdmin,
    },
  },
  notifications: { ...reviewed, events: { resend: staff } },
  workflows: { ...reviewed, events: { retry: admin, dismiss: admin } },
  events: { ...reviewed, events: {} },
  jobs: { ...reviewed, events: { retry: admin, dismiss: admin } },
  staff: {
    list: staff,
    read: staff,
    export: freshAdmin,
    events: {
      'change-role': freshAdmin,
      disable: admin,
      enable: freshAdmin,
      'invite-again': freshAdmin,
      'reset-factors': freshAdmin,
      'end-session': admin,
      'end-sessions': admin,
    },
  },
  settings: {
    list: admin,
    read: admin,
    export: freshAdmin,
    events: { change: freshAdmin, reset: freshAdmin },
  },
  content: {
    list: admin,
    read: admin,
    export: freshAdmin,
    events: {
      'save-draft': admin,
      publish: admin,
      'discard-draft': admin,
      restore: admin,
      confirm: admin,
    },
  },
  audit: { list: staff, read: staff, export: freshAdmin, events: {} },
} as const satisfies Record<string, ResourceRules>;

export type ResourceName = keyof typeof policy;

const accepts = (role: StaffRole, { audience }: Rule): boolean =>
  role === 'admin' || audience === 'staff';

/** Of the events that are possible now, those that the role may send. */
export function permitted(role: StaffRole, name: string, events: readonly string[]): string[] {
  const rules = (policy as Record<string, ResourceRules>)[name]?.events ?? {};
  return events.filter((event) => {
    const rule = Object.hasOwn(rules, event) ? rules[event] : undefined;
    return rule !== undefined && accepts(role, rule);
  });
}

/** Whether the role may take the rows of a resource away in bulk. */
export const mayExport = (role: StaffRole, name: ResourceName): boolean =>
  accepts(role, policy[name].export);
