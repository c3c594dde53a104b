import { z } from 'zod';
import { subTreatmentSchema } from '#contracts/consultation';
import { reusableFields, reusableName, templateOf } from '#contracts/offers';
import { keepReusable, removeReusable, reusableOffers } from '#modules/offers';
import { offerCurrencyOf } from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { intent, pageAction, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

const templatesPath = '/clinic/templates';

/** The clinic's own answers, and the one that is open in the form: one of them, or a new one for a treatment. */
export async function loadTemplates(ctx: Ctx<ActorOf<'clinic'>>, { url }: PageArgs) {
  const [kept, currency] = await Promise.all([
    reusableOffers(ctx),
    offerCurrencyOf(ctx, ctx.actor.id),
  ]);
  const open = kept.find(({ id }) => id === url.searchParams.get('open'));
  const asked = subTreatmentSchema.safeParse(url.searchParams.get('for'));
  const subTreatment = open?.subTreatment ?? asked.data;
  return {
    kept: kept.map(({ id, name, subTreatment: of }) => ({ id, name, subTreatment: of })),
    form: subTreatment
      ? {
          id: open?.id ?? null,
          name: open?.name ?? '',
          subTreatment,
          typed: open?.fields ?? { currency },
          lines: templateOf(subTreatment).map(({ key }) => key),
        }
      : null,
  };
}

const kept = reusableFields.extend({
  id: z.uuid().optional(),
  name: reusableName,
  subTreatment: subTreatmentSchema,
});

export const templatesAction = pageAction('approved-clinic', {
  save: intent('approved-clinic', kept, async (ctx, { id, name, subTreatment, ...typed }) => {
    const lines = templateOf(subTreatment).map(({ key }) => key);
    const items = Object.fromEntries(
      lines.flatMap((key) => (typed.items?.[key] ? [[key, typed.items[key]]] : [])),
    );
    await keepReusable(ctx, { id, name, subTreatment, fields: { ...typed, items } });
    return redirect(`${templatesPath}?saved=yes`);
  }),
  remove: intent('approved-clinic', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removeReusable(ctx, { id });
    return redirect(templatesPath);
  }),
});
