import { z } from 'zod';
import { confirmEmailProof, sendEmailProof } from '#modules/identity';
import { beginAnew } from '#workflows';
import type { Ctx } from '#platform/context';
import { intent, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { readCookie } from '#app/http/session.server';
import { atCode } from './code-failure.server';
import { appendKnown, appendSession, readKnown } from './cookies.server';
import { stepOf, type Role } from './current-step.server';
import { onward } from './onward.server';
import { codeSchema, type Door } from './phone-steps.server';
import { verified } from './verified.server';

interface ProvingDoor {
  readonly role: Role;
  /** Where a person goes who has proved who they are; null as at the code. */
  readonly home: Door['home'];
}

const anewSchema = z.object({ understood: z.literal('on', 'auth.anew.missing') });

/** The second proof of an account that was silent for long, the same for both roles. */
export const proofIntents = (door: ProvingDoor) => ({
  'send-proof': intent('public', z.object({}), sender(door)),
  proof: intent('public', codeSchema, prover(door)),
  'begin-anew': intent('public', anewSchema, beginner(door)),
});

const sessionTokenOf = (ctx: Ctx, role: Role, { request }: PageArgs): string =>
  readCookie(ctx.services.env, request, role) ?? '';

const sender =
  ({ role }: ProvingDoor) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    await sendEmailProof(verified(ctx), { sessionToken: sessionTokenOf(ctx, role, page) });
    return onward(page);
  };

const prover =
  ({ role, home }: ProvingDoor) =>
  async (ctx: Ctx, { code }: { code: string }, page: PageArgs): Promise<Response> => {
    const { env } = ctx.services;
    const proof = {
      otpCode: code.trim(),
      sessionToken: sessionTokenOf(ctx, role, page),
      known: readKnown(env, page.request),
    };
    const acting = verified(ctx);
    const proved = await confirmEmailProof(acting, proof).catch(async (error: unknown) => {
      throw atCode(error, await stepOf(ctx, page, role));
    });
    appendSession(page.headers, env, role, proved.session);
    appendKnown(page.headers, env, proved.known);
    const to = await home(ctx, proved, page.url);
    return to ? redirect(to, { headers: page.headers }) : onward(page);
  };

/** On to the profile, or to the registration, as anybody who is new. */
const beginner =
  ({ role }: ProvingDoor) =>
  async (ctx: Ctx, _value: object, page: PageArgs): Promise<Response> => {
    const session = await beginAnew(verified(ctx));
    appendSession(page.headers, ctx.services.env, role, session);
    return onward(page);
  };

/** Whether somebody who owes a second proof has asked to read what beginning anew means. */
export const asksAnew = (step: { step: string }, url: URL): boolean =>
  step.step === 'proof' && url.searchParams.get('step') === 'anew';
