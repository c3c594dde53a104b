import { z } from 'zod';

const instant = z.iso.datetime();

export const staffRoles = ['reviewer', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];
export const staffStates = ['invited', 'active', 'disabled'] as const;
export type StaffState = (typeof staffStates)[number];

/** `GET /api/admin/identity`: who is signed in to the console. */
export const staffIdentity = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** Until when sensitive acts need no fresh second factor. */
  freshUntil: instant,
  passkeys: z.int(),
});
export type StaffIdentity = z.output<typeof staffIdentity>;

/** `GET /api/admin/staff`, for admins; for reviewers `id` and `name` only (`getMany` of who did what). */
export const staffRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(staffRoles).nullable(),
  state: z.enum(staffStates).nullable(),
  createdAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  /** Live ones; empty for reviewers. */
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      device: z.string(),
      createdAt: instant,
      lastSeenAt: instant,
      current: z.boolean(),
    }),
  ),
  passkeys: z.array(z.strictObject({ id: z.uuid(), label: z.string(), createdAt: instant })),
  /** Only in the answers that make one: the link is nowhere else, and good once for three days. */
  enrolmentLink: z.string().nullable(),
  /** Of `change-role {role}`, `disable`, `enable`, `invite-again`, `end-session {sessionId}`, `end-sessions`, `reset-factors`. */
  allowedEvents: z.array(z.string()),
});
export type StaffRecord = z.output<typeof staffRecord>;

/** `GET /api/admin/patients`. Contact data only after `reveal {reason}`, whose answer's `data.record` has it filled in. */
export const patientRecord = z.strictObject({
  id: z.uuid(),
  /** "Sarah M." */
  name: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  fullName: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  leadsCount: z.int(),
  /** Of `reveal {reason}`, `end-sessions`. */
  allowedEvents: z.array(z.string()),
});
export type PatientRecord = z.output<typeof patientRecord>;

/** How the owner of an account gets into it, where its number does not open it. */
export const accountWays = z.strictObject({
  /** `number`: it is off its number; `proof`: it was silent for long; null: its number opens it. */
  needs: z.enum(['number', 'proof']).nullable(),
  /** What one of the team has asked for; somebody else confirms it by its id. */
  asked: z
    .strictObject({
      id: z.uuid(),
      kind: z.enum(['number', 'proof']),
      /** The last digits of the number it is to have. */
      numberEnds: z.string().nullable(),
      askedBy: z.uuid(),
      askedAt: instant,
      confirmed: z.boolean(),
    })
    .nullable(),
});
export type AccountWays = z.output<typeof accountWays>;

/** `GET /api/admin/patients/{id}`; for admins also `hold {reason}` or `lift-hold {reason}`,
 * `ask-way-back {phoneNumber?, reason}`, `confirm-way-back {wayBackId}`. */
export const patientDetailRecord = patientRecord.extend({
  /** Since when nothing of it may be erased. */
  heldSince: instant.nullable(),
  ways: accountWays,
});
export type PatientDetailRecord = z.output<typeof patientDetailRecord>;
