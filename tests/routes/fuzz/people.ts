import { openSession } from '#modules/identity';
import type { Audience } from '#platform/base/call';
import { withTransaction } from '#engine';
import { enter } from '../../../modules/identity/staff/sessions.server';
import {
  enrolledStaff,
  newPhone,
  signedInPatient,
  type EnrolledStaff,
} from '../../../modules/identity/testing';
import { signedInClinic, type ClinicState } from '../../kit/clinics';
import type { TestServer } from '../../kit/http';

export const roles = [
  'nobody',
  'phone-verified',
  'phone-verified-clinic',
  'patient',
  'clinic-documents',
  'clinic-pending',
  'clinic-rejected',
  'clinic-approved',
  'clinic-suspended',
  'reviewer',
  'admin',
] as const;
export type Role = (typeof roles)[number];

/** Who gets through the door of an audience, in each state that its handlers tell apart. */
export const mainRoles: Readonly<Record<Audience, readonly Role[]>> = {
  public: ['nobody'],
  session: ['patient', 'clinic-approved', 'reviewer'],
  owner: ['patient', 'clinic-pending'],
  party: ['patient', 'clinic-pending', 'clinic-approved'],
  'approved-party': ['patient', 'clinic-approved'],
  'phone-verified': ['phone-verified'],
  'phone-verified-clinic': ['phone-verified-clinic', 'clinic-documents'],
  patient: ['patient'],
  clinic: ['clinic-pending', 'clinic-rejected', 'clinic-approved'],
  'approved-clinic': ['clinic-approved'],
  'clinic-owner': ['clinic-pending', 'clinic-rejected', 'clinic-approved'],
  'approved-owner': ['clinic-approved'],
  'clinic-manager': ['clinic-approved'],
  'clinic-doctor': ['clinic-approved'],
  'writing-party': ['patient', 'clinic-approved'],
  'dealing-party': ['patient', 'clinic-approved'],
  'registering-clinic': ['phone-verified-clinic', 'clinic-documents'],
  staff: ['reviewer', 'admin'],
  'staff-admin': ['admin'],
};

/** Somebody with a session of their own. */
export interface Person {
  readonly role: Role;
  readonly cookie: string;
  /** E.164; somebody's own number, or one that nobody has. */
  readonly phone: string;
  /** Id of the patient, clinic or member of staff; empty for who has no account. */
  readonly id: string;
  readonly staff?: EnrolledStaff;
}

/** Makes people: an account where their role has one, and a session as fresh as after signing in. */
export class Cast {
  /** Hashing a password is slow, and staff survive what they are fed. */
  private readonly staff = new Map<Role, EnrolledStaff>();

  constructor(private readonly server: TestServer) {}

  async newcomer(role: Role): Promise<Person> {
    const ctx = this.server.ctx();
    if (role === 'nobody') return { role, cookie: '', phone: newPhone(), id: '' };
    if (role === 'patient') {
      const { token, phone, ctx: own } = await signedInPatient(ctx);
      return { role, cookie: `patient=${token}`, phone, id: own.actor.id };
    }
    if (role === 'reviewer' || role === 'admin') return this.colleague(role);
    if (role === 'phone-verified' || role === 'phone-verified-clinic') {
      const principal = role === 'phone-verified' ? 'patient' : 'clinic';
      const phone = newPhone();
      const { token } = await openSession(ctx, { principal, phase: 'phone-verified', phone });
      return { role, cookie: `${principal}=${token}`, phone, id: '' };
    }
    const state = role.replace('clinic-', '') as ClinicState;
    const { token, phone, clinicId } = await signedInClinic(ctx, { state });
    return { role, cookie: `clinic=${token}`, phone, id: clinicId };
  }

  /** Staff who may have been disabled or lost their factors are no use any more. */
  dismissStaff(): void {
    this.staff.clear();
  }

  /** The same person, signed in once more; somebody without an account is somebody else. */
  async again(person: Person): Promise<Person> {
    const { role, phone, id: subjectId } = person;
    if (role === 'reviewer' || role === 'admin') return this.colleague(role);
    if (!subjectId) return this.newcomer(role);
    const principal = role === 'patient' ? 'patient' : 'clinic';
    const opening = { principal, phase: 'full', subjectId, phone } as const;
    const { token } = await openSession(this.server.ctx(), opening);
    return { ...person, cookie: `${principal}=${token}` };
  }

  private async colleague(role: 'reviewer' | 'admin'): Promise<Person> {
    const ctx = this.server.ctx();
    const staff = this.staff.get(role) ?? (await enrolledStaff(ctx, { role }));
    this.staff.set(role, staff);
    const browser = { userAgent: null, sessionToken: null };
    const { token } = await withTransaction(ctx, (tx) =>
      enter(tx, { id: staff.id, role }, browser, 'password'),
    );
    return { role, cookie: `staff=${token}`, phone: newPhone(), id: staff.id, staff };
  }
}
