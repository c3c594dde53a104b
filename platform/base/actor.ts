/** What a member of a clinic's team may do, least first: each may what those before it may. */
export const clinicRoles = ['reader', 'doctor', 'manager', 'owner'] as const;
export type ClinicRole = (typeof clinicRoles)[number];

/** What software of a clinic may be let do, each with a token of its own choice of these. */
export const tokenScopes = ['requests', 'offers', 'messages', 'deals', 'contact'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The token by which software acts for a clinic. */
export interface ActingToken {
  readonly id: string;
  readonly scopes: readonly TokenScope[];
}

/**
 * The person who acts for a clinic. Of the one whose number the account has, the id is the clinic's until another one takes it
 * over. In the place of a person may stand software, under the id of its token.
 */
export interface ActingMember {
  readonly id: string;
  readonly role: ClinicRole;
}

/** Who holds a clinic's account since its registration. */
export const accountHolder = (clinicId: string): ActingMember => ({ id: clinicId, role: 'owner' });

/** Whether a role may what `least` may. */
export const mayAs = (role: ClinicRole, least: ClinicRole): boolean =>
  clinicRoles.indexOf(role) >= clinicRoles.indexOf(least);

/**
 * Who acts. Resolved from a session cookie by `app/http`, or named by the worker; commands receive
 * it as `ctx.actor` and never ask again. Ids are uuids; `phone` is E.164.
 */
export type Actor =
  | { kind: 'anonymous' }
  /**
   * A verified code without a complete profile: may finish the registration of that phone, nothing else. Of an account
   * that was silent for long it owes a second proof, and may see nothing that was kept under the number.
   */
  | {
      kind: 'phone-verified';
      role: 'patient' | 'clinic';
      phone: string;
      sessionId: string;
      owesProof?: boolean;
    }
  | {
      kind: 'patient';
      id: string;
      phone: string;
      sessionId: string;
      /** In which currency the account wants prices shown besides their own; absent where nothing was chosen. */
      currency?: string;
    }
  /** A member of the clinic `id`; `phone` is the member's own. */
  | {
      kind: 'clinic';
      id: string;
      phone: string;
      sessionId: string;
      approved: boolean;
      member: ActingMember;
      /** Of software; there is no session, so no fresh factor, and the phone is the account's. */
      token?: ActingToken;
    }
  | { kind: 'staff'; id: string; role: 'reviewer' | 'admin'; sessionId: string }
  /** The product itself: a timer, a job, a sweep, a one-shot command. */
  | { kind: 'system'; name: string };

export type ActorKind = Actor['kind'];
export type ActorOf<K extends ActorKind> = Extract<Actor, { kind: K }>;

export const anonymous: Actor = { kind: 'anonymous' };
export const system = (name: string): ActorOf<'system'> => ({ kind: 'system', name });

/** Readers of a clinic's team see no words in which contact data may stand. */
export const mayReadWords = (actor: ActorOf<Side>): boolean =>
  actor.kind === 'patient' || mayAs(actor.member.role, 'doctor');

/** As {@link mayReadWords}; software sees contact data only where its token was given that scope. */
export const mayReadContact = (actor: ActorOf<Side>): boolean =>
  mayReadWords(actor) &&
  (actor.kind === 'patient' || !actor.token || actor.token.scopes.includes('contact'));

/** The word that stands for an actor in transitions and audit rows: never contact data. */
export function actorRef(actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'phone-verified':
      return `phone-verified:${actor.sessionId}`;
    case 'system':
      return `system:${actor.name}`;
    default:
      return `${actor.kind}:${actor.id}`;
  }
}

/** The two that the product brings together: who has a deal, who writes to each other, who is notified in the product. */
export const sides = ['patient', 'clinic'] as const;
export type Side = (typeof sides)[number];

export const otherSide = (side: Side): Side => (side === 'patient' ? 'clinic' : 'patient');

/** The person behind an account's actor: the patient, or the member of the clinic's team. */
export const personIdOf = (actor: ActorOf<Side>): string =>
  actor.kind === 'patient' ? actor.id : actor.member.id;
