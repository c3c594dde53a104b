import {
  clinicDetailsSchema,
  type ClinicDetails,
  type RegistrationDraft,
} from '#contracts/clinic-onboarding';
import { readDraft, removeDocument, saveDraft } from '#modules/clinic-onboarding';
import type { Actor } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { turnOf } from '#platform/text/form-turn';
import { newId } from '#platform/base/ids';
import { registerClinic } from '#workflows';
import { appendSession } from '#app/auth/cookies.server';
import { onward, verified } from '#app/auth/current-step.server';
import type { PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

const at = ({ url, headers }: PageArgs, step: 'code' | 'info'): Response => {
  const query = new URLSearchParams(url.search);
  query.set('step', step);
  return redirect(`${url.pathname}?${query.toString()}`, { headers });
};

/** The open form that sent something, beside what it sent. */
type Sent<T> = T & { writer?: string; turn?: number };

/** Info is complete: on to the documents. */
export async function keepDetails(
  ctx: Ctx,
  { writer, turn, ...details }: Sent<ClinicDetails>,
  page: PageArgs,
): Promise<Response> {
  const fields = { ...details, website: details.website ?? '' };
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return onward(page);
}

/** Back from Info: what was typed so far stays, finished or not. */
export async function runBack(
  ctx: Ctx,
  { writer, turn, ...fields }: Sent<RegistrationDraft>,
  page: PageArgs,
): Promise<Response> {
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return at(page, 'code');
}

/** Info while it is typed: what the page sends by itself. */
export async function runKeep(
  ctx: Ctx,
  { writer, turn, ...fields }: Sent<RegistrationDraft>,
): Promise<{ kept: true }> {
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return { kept: true };
}

export async function runRemove(
  ctx: Ctx,
  { id }: { id: string },
  page: PageArgs,
): Promise<Response> {
  await removeDocument(verified(ctx), { id }).catch(unlessGone);
  return onward(page);
}

/** Removed already, in another tab or by a second click: what was asked for is the case. */
export function unlessGone(error: unknown): void {
  if (!isAppError(error) || error.code !== 'not_found') throw error;
}

/** The end of the registration: the application begins, with whatever documents lie there. */
export async function register(ctx: Ctx<Actor>, _value: object, page: PageArgs): Promise<Response> {
  const acting = verified(ctx);
  const details = clinicDetailsSchema.safeParse(await readDraft(acting));
  if (!details.success) return at(page, 'info');
  const registration = { clinicId: newId(), details: details.data };
  const { session } = await registerClinic(acting, registration);
  appendSession(page.headers, ctx.services.env, 'clinic', session);
  return redirect('/clinic/pending-approval', { headers: page.headers });
}
