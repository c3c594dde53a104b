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

/** `GET /api/admin/patients/{id}`; for admins also `hold {reason}` or `lift-hold {reason}`. */
export const patientDetailRecord = patientRecord.extend({
  /** Since when nothing of it may be erased. */
  heldSince: instant.nullable(),
});
export type PatientDetailRecord = z.output<typeof patientDetailRecord>;
