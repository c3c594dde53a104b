import { z } from 'zod';
import { stepPath } from '#contracts/consultation';
import { agreeToTerms } from '#modules/identity';
import { submitRequest } from '#workflows';
import { intent, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { removeContact } from './contact-in.server';

/** `terms` is asked for when those that were agreed to are no longer the current ones. */
const submission = z.object({ draftId: z.uuid(), terms: z.literal('on').optional() });

/** Submits the draft once, however often it is asked to, or takes contact data out of it before; the confirmation shares the summary's route. */
export const summaryAction = pageAction('patient', {
  submit: intent('patient', submission, async (ctx, { draftId, terms }) => {
    if (terms) await agreeToTerms(ctx);
    const { id } = await submitRequest(ctx, { from: 'draft', draftId });
    return redirect(`${stepPath(7)}?submitted=${id}`);
  }),
  'remove-contact': intent('patient', z.object({}), async (ctx) => {
    await removeContact(ctx);
    return redirect(stepPath(7));
  }),
});
