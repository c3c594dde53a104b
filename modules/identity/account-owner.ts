import { eq, type Column, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';

/** Who has an account that signs in by phone. */
export type AccountActor = ActorOf<'patient'> | ActorOf<'clinic'>;
export type AccountKind = AccountActor['kind'];

/** An account by its kind and id; every actor of it is one. */
export type Account = Pick<AccountActor, 'kind' | 'id'>;

/** The columns that say whose a row is. */
export const ownerOf = ({ kind, id }: Account): { patientId: string } | { clinicId: string } =>
  kind === 'patient' ? { patientId: id } : { clinicId: id };

/** What makes a row this account's own. */
export const isOf = (
  table: { readonly patientId: Column; readonly clinicId: Column },
  { kind, id }: Account,
): SQL => eq(kind === 'patient' ? table.patientId : table.clinicId, id);
