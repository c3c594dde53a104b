import { z } from 'zod';
import { findingList, findingRecord } from '#contracts/twins';
import { allowBranch, explainFinding, readFoundPhoto } from '#modules/twins';
import { findingWithClinics, listFindings, readFinding } from '#workflows';
import { accessReason, defineResource } from '../resource';
import { serve } from '../serve.server';

const why = z.strictObject({ reason: accessReason });

const findingResource = defineResource({
  name: 'twins',
  list: findingList,
  record: findingRecord,
  detail: findingRecord,
  events: { explain: why, 'allow-branch': why, 'read-photo': why },
});

export const twins = serve(findingResource, {
  list: listFindings,
  record: findingWithClinics,
  read: readFinding,
  events: {
    explain: (ctx, { id, body }) => explainFinding(ctx, { findingId: id, ...body }),
    'read-photo': (ctx, { id, body }) => readFoundPhoto(ctx, { findingId: id, ...body }),
    'allow-branch': (ctx, { id, body }) => allowBranch(ctx, { findingId: id, ...body }),
  },
});
