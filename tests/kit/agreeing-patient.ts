import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { agreeToTerms } from '#modules/identity';
import { somePatient } from '../../modules/leads/testing';
import type { TestServices } from './services';

export type PatientCtx = Ctx<ActorOf<'patient'>>;

/** A new patient who has agreed to all that a request asks for. */
export async function agreeingPatient(kit: TestServices): Promise<PatientCtx> {
  const ctx = kit.ctx(somePatient());
  await agreeToTerms(ctx);
  return ctx;
}
