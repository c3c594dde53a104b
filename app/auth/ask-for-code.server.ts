import { data } from '@remix-run/node';
import { z } from 'zod';
import { proofLimit } from '#contracts/identity';
import type { Ctx } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { isDocument, type PageArgs } from '#app/http/page.server';
import { answerWaitingList, answerResend, answerSend } from './code-calls.server';
import type { Role } from './current-step.server';
import { onward } from './onward.server';

/** What a browser shows where strangers work first; `lane` where it cannot. */
export const shownWork = {
  proof: z.string().max(proofLimit).optional(),
  ticket: z.string().max(200).optional(),
  lane: z.literal('on').optional(),
};

export interface Shown {
  readonly proof?: string;
  readonly ticket?: string;
  readonly lane?: 'on';
}

interface Asking extends Shown {
  readonly intent: 'send' | 'resend' | 'renew';
  readonly role: Role;
  readonly phoneNumber: string;
}

/**
 * Asks for a code and leads to the step that follows. Where strangers have to work, a page that has a script
 * gets the work; one without, or one that could not do it, waits in line. What is refused for another reason
 * stays refused.
 */
export async function askForCode(ctx: Ctx, asking: Asking, page: PageArgs): Promise<unknown> {
  const { intent, role, phoneNumber, proof, ticket, lane } = asking;
  const ask = intent === 'resend' ? answerResend : answerSend;
  try {
    await ask(ctx, role, { phoneNumber, proof, ticket }, page);
    return onward(page, intent === 'send' ? undefined : 'resent');
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'slow_lane') return onward(page);
    if (error.code !== 'proof_required') throw error;
    if (!isDocument(page.request) && lane !== 'on')
      return data(
        { intent, code: error.code, ...error.details.data },
        { status: 428, headers: page.headers },
      );
    await answerWaitingList(ctx, role, phoneNumber, page);
    return onward(page);
  }
}
