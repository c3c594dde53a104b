import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { stepPath } from '#contracts/consultation';
import { submitRequest } from '#workflows';
import { intent, pageAction } from '#app/http/page.server';

/** Submits the draft once, however often it is asked to; the confirmation shares the summary's route. */
export const summaryAction = pageAction('patient', {
  submit: intent('patient', z.object({ draftId: z.uuid() }), async (ctx, { draftId }) => {
    const { id } = await submitRequest(ctx, { from: 'draft', draftId });
    return redirect(`${stepPath(7)}?submitted=${id}`);
  }),
});
