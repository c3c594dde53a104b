import { addCannedCall, cannedList, cannedRecord, cannedSchema } from '#contracts/support';
import { addCanned, changeCanned, listCanned, readCanned, removeCanned } from '#modules/support';
import { endpoint, type Endpoint } from '#app/http/api.server';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'answers',
  list: cannedList,
  record: cannedRecord,
  detail: cannedRecord,
  events: { change: cannedSchema, remove: nothing },
});

const addEndpoint: Endpoint = endpoint(addCannedCall, async (ctx, { body }) => ({
  record: await readCanned(ctx, await addCanned(ctx, body)),
}));

/** What the team keeps to answer tickets with. */
export const answers = serve(
  resource,
  {
    list: listCanned,
    record: readCanned,
    events: {
      change: (ctx, { id, body }) => changeCanned(ctx, { id, ...body }),
      remove: (ctx, { id }) => removeCanned(ctx, { id }),
    },
  },
  [addEndpoint],
);
