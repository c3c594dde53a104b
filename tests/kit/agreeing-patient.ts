import type { CtxOf } from '#platform/context';
import { agreeToTerms } from '#modules/identity';
import { somePatient } from '../../modules/leads/testing';
import type { TestServices } from './services';

export type PatientCtx = CtxOf<'patient'>;

/** A new patient who has agreed to all that a request asks for. */
export async function agreeingPatient(kit: TestServices): Promise<PatientCtx> {
  const ctx = kit.ctx(somePatient());
  await agreeToTerms(ctx);
  return ctx;
}
