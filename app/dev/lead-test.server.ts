import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import {
  leadFieldsSchema,
  subTreatmentSchema,
  subTreatmentsOf,
  bodyAreasOf,
  categories,
  type SubTreatment,
} from '#contracts/consultation';
import { listLeads } from '#modules/leads';
import { newId } from '#platform/base/ids';
import { submitRequest } from '#workflows';
import { intent, notFound, pageAction, pageLoader } from '#app/http/page.server';

const missing = pageLoader('public', async () => {
  throw notFound();
});
const forPatients = pageLoader('patient', async () => ({}));

/** The test pages exist outside production only; there nobody is even asked to sign in. */
export const leadTestLoader = (args: LoaderFunctionArgs) =>
  args.context.services.env.mode === 'production' ? missing(args) : forPatients(args);

const createSchema = z.object({
  subTreatment: subTreatmentSchema.default('Root Canal'),
  description: z.string().max(4_000).default('Created by a test page.'),
});

const fieldsOf = (subTreatment: SubTreatment, description: string) => {
  const treatment = categories.find((category) =>
    (subTreatmentsOf[category] as readonly string[]).includes(subTreatment),
  )!;
  const [bodyArea] = bodyAreasOf[treatment];
  return leadFieldsSchema.parse({ treatment, subTreatment, bodyArea, description });
};

/** Creates a request or fetches the list; the answer goes into the page's result box. */
export const leadTestAction = pageAction('patient', {
  create: intent('patient', createSchema, async (ctx, { subTreatment, description }) => {
    if (ctx.services.env.mode === 'production') throw notFound();
    const fields = fieldsOf(subTreatment, description);
    const { lead } = await submitRequest(ctx, { from: 'fields', leadId: newId(), fields });
    return { result: lead };
  }),
  fetch: intent('patient', z.object({}), async (ctx) => {
    if (ctx.services.env.mode === 'production') throw notFound();
    return { result: await listLeads(ctx) };
  }),
});
