import { z } from 'zod';
import {
  type ClinicDetails,
  clinicDetailsSchema,
  type DocumentDto,
  type RequiredKind,
  type RegistrationDraft,
  registrationDraftSchema,
} from '#contracts/clinic-onboarding';
import { enterClinicCall, type OwnTeam } from '#contracts/identity';
import {
  clinicNames,
  documentsOf,
  legalOf,
  readDraft,
  removeDocument,
  saveDraft,
} from '#modules/clinic-onboarding';
import { enterClinic } from '#modules/identity';
import type { Actor } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { formTurnFields, turnOf } from '#platform/text/form-turn';
import { registerClinic } from '#workflows';
import { appendKnown, appendSession, readKnown } from '#app/auth/cookies.server';
import { onward, safeRedirect, stepOf, verified } from '#app/auth/current-step.server';
import {
  askedStep,
  asksAnew,
  phoneIntents,
  proofIntents,
  stepFrame,
  termsField,
} from '#app/auth/phone-steps.server';
import type { ClinicChoice } from './clinic-choices';
import { documentAction } from './document-action.server';
import { intent, pageAction, type PageArgs, pageLoader, withFiles } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { unlessGone } from '#app/http/errors';

/** Steps after the phone is verified, as the page shows them. */
export type RegistrationStep =
  | { step: 'clinics'; clinics: ClinicChoice[] }
  | { step: 'verified' }
  | { step: 'info'; fields: RegistrationDraft | null }
  | { step: 'documents'; documents: DocumentDto[]; legal: RequiredKind[] };

const asClinic = { principal: 'clinic' } as const;

export const registrationLoader = pageLoader(
  'public',
  async (ctx, page) => {
    const { actor } = ctx;
    if (actor.kind === 'clinic') throw redirect(homeOf(actor, page.url));
    if (actor.kind === 'phone-verified' && comesToJoin(page.url)) throw redirect(joinPath);
    const step = askedStep(await stepOf(ctx, page, 'clinic'), page.url);
    const frame = {
      anew: asksAnew(step, page.url),
      ...(await stepFrame(ctx, step, page, 'clinic')),
    };
    if (step.step === 'proof') return { step, ...frame };
    if (step.step === 'clinics' && !page.url.searchParams.has(anotherParam))
      return {
        step: { step: 'clinics' as const, clinics: await named(ctx, step.teams) },
        ...frame,
      };
    if (actor.kind === 'phone-verified') {
      const asked = page.url.searchParams.get('step');
      return { step: await openStep(actAs(ctx, actor), asked), ...frame };
    }
    if (step.step === 'code') return { step, ...frame };
    return { step: { step: 'phone' as const }, ...frame };
  },
  asClinic,
);

/** In the address of a person who works for clinics already and registers one of their own. */
export const anotherParam = 'another';

export async function named(ctx: Ctx, teams: readonly OwnTeam[]): Promise<ClinicChoice[]> {
  const names = await clinicNames(
    ctx,
    teams.map(({ _id }) => _id),
  );
  return teams.map((team) => ({ ...team, name: names.get(team._id) ?? '' }));
}

/** The step asked for, if what comes before it is done; else the first that is not. */
async function openStep(
  ctx: CtxOf<'phone-verified'>,
  asked: string | null,
): Promise<RegistrationStep> {
  if (asked === 'code') return { step: 'verified' };
  const fields = await readDraft(ctx);
  const details = clinicDetailsSchema.safeParse(fields);
  if (asked === 'info' || !details.success) return { step: 'info', fields };
  const [documents, legal] = [await documentsOf(ctx), await legalOf(ctx, details.data)];
  return { step: 'documents', documents, legal };
}

const plainForms = pageAction(
  'public',
  {
    ...phoneIntents({
      role: 'clinic',
      home: (_ctx, { clinic }, url) => clinic && homeOf(clinic, url),
      failed: {
        send: 'failed.identity.clinic-send-code',
        resend: 'failed.identity.clinic-resend-code',
        verify: 'error.invalid_code',
      },
    }),
    ...proofIntents({
      role: 'clinic',
      home: (_ctx, { clinic }, url) => homeOf(clinic ?? { approved: false }, url),
    }),
    enter: intent('public', enterClinicCall.body, runEnter),
    info: intent(
      'public',
      clinicDetailsSchema.extend(formTurnFields),
      keepDetails,
      'clinic.register.failed',
    ),
    back: intent('public', registrationDraftSchema.extend(formTurnFields), runBack),
    keep: intent('public', registrationDraftSchema.extend(formTurnFields), runKeep),
    'remove-document': intent('public', z.object({ id: z.uuid() }), runRemove),
    complete: intent('public', z.object(termsField), register, 'clinic.register.failed'),
  },
  asClinic,
);

const documentForm = documentAction({
  audience: 'registering-clinic',
  then: async (ctx, { intent: chosen, agreed }, page) => {
    if (ctx.actor.kind === 'clinic') throw new AppError('already_registered');
    if (chosen === 'complete') {
      if (!agreed)
        throw new AppError('validation_failed', { fields: { terms: ['auth.error.terms'] } });
      return register(ctx, {}, page);
    }
    return redirect(page.url.pathname + page.url.search);
  },
});

/** Documents come as a form with files where there is no script; everything else is a plain form. */
export const registrationAction = withFiles(documentForm, plainForms);

const pending = '/clinic/pending-approval';
export const joinPath = '/clinic-join';

/** Whether the number is proved for a link to join a team: it needs no clinic yet. */
const comesToJoin = (url: URL): boolean => url.searchParams.get('redirectTo') === joinPath;

/** Where a signed-in clinic goes: an approved one to the page it came for, every other one to its application. */
function homeOf({ approved }: { approved: boolean }, url: URL): string {
  if (comesToJoin(url)) return joinPath;
  if (!approved) return pending;
  const to = safeRedirect(url.searchParams.get('redirectTo'), '/clinic/dashboard');
  return to.startsWith('/clinic/') && to !== pending ? to : '/clinic/dashboard';
}

const at = ({ url, headers }: PageArgs, step: 'code' | 'info'): Response => {
  const query = new URLSearchParams(url.search);
  query.set('step', step);
  return redirect(`${url.pathname}?${query.toString()}`, { headers });
};

/** Signs in to one of several clinics; also from another one. Whose account was silent for long proves it first. */
export async function runEnter(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
  page: PageArgs,
): Promise<Response> {
  const { actor, services } = ctx;
  if (actor.kind !== 'phone-verified' && actor.kind !== 'clinic')
    throw new AppError('unauthenticated');
  const known = readKnown(services.env, page.request);
  const entered = await enterClinic(actAs(ctx, actor), { clinicId, known });
  appendSession(page.headers, services.env, 'clinic', entered.session);
  appendKnown(page.headers, services.env, entered.known);
  if (!entered.clinic) return redirect('/clinic-login', { headers: page.headers });
  return redirect(homeOf(entered.clinic, page.url), { headers: page.headers });
}

/** The open form that sent something, beside what it sent. */
type Sent<T> = T & { writer?: string; turn?: number };

/** Info is complete: on to the documents. */
async function keepDetails(
  ctx: Ctx,
  { writer, turn, ...details }: Sent<ClinicDetails>,
  page: PageArgs,
): Promise<Response> {
  const fields = { ...details, website: details.website ?? '' };
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return onward(page);
}

/** Back from Info: what was typed so far stays, finished or not. */
async function runBack(
  ctx: Ctx,
  { writer, turn, ...fields }: Sent<RegistrationDraft>,
  page: PageArgs,
): Promise<Response> {
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return at(page, 'code');
}

/** Info while it is typed: what the page sends by itself. */
async function runKeep(
  ctx: Ctx,
  { writer, turn, ...fields }: Sent<RegistrationDraft>,
): Promise<{ kept: true }> {
  await saveDraft(verified(ctx), { fields, turn: turnOf({ writer, turn }) });
  return { kept: true };
}

async function runRemove(ctx: Ctx, { id }: { id: string }, page: PageArgs): Promise<Response> {
  await removeDocument(verified(ctx), { id }).catch(unlessGone);
  return onward(page);
}

/** The end of the registration: the application begins, with whatever documents lie there. */
async function register(ctx: Ctx<Actor>, _value: object, page: PageArgs): Promise<Response> {
  const acting = verified(ctx);
  const details = clinicDetailsSchema.safeParse(await readDraft(acting));
  if (!details.success) return at(page, 'info');
  const registration = { clinicId: newId(), details: details.data };
  const { session } = await registerClinic(acting, registration);
  appendSession(page.headers, ctx.services.env, 'clinic', session);
  return redirect('/clinic/pending-approval', { headers: page.headers });
}
