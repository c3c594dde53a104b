import {
  claimsCall,
  giveCaseBackCall,
  giveCaseOnCall,
  lookCall,
  readCaseCall,
  readDeskCall,
  readNoticesCall,
  removeViewCall,
  saveViewCall,
  setKeysCall,
  takeCaseCall,
  writeNoteCall,
} from '#contracts/casework';
import { claimsOf, leaveCase, lookAtCase, readCase } from '#modules/casework';
import {
  changeKeys,
  deskOf,
  dropView,
  giveCaseOn,
  keepView,
  noteCase,
  readNotices,
  returnCase,
  takeCase,
} from '#workflows';
import { endpoint } from '#app/http/api.server';

/** What a page asks by itself, again and again or on news: it renews no session. */
const quiet = { quiet: true };

const cases = [
  endpoint(
    readCaseCall,
    (ctx, { params: { kind, id } }) => readCase(ctx, { kind, caseId: id }),
    quiet,
  ),
  endpoint(
    lookCall,
    async (ctx, { params: { kind, id }, body: { away } }) => {
      const key = { kind, caseId: id };
      if (!away) return { viewers: await lookAtCase(ctx, key) };
      await leaveCase(ctx, key);
      return { viewers: [] };
    },
    quiet,
  ),
  endpoint(takeCaseCall, async (ctx, { params }) => ({ case: await takeCase(ctx, params) })),
  endpoint(giveCaseBackCall, async (ctx, { params }) => ({ case: await returnCase(ctx, params) })),
  endpoint(giveCaseOnCall, async (ctx, { params, body }) => ({
    case: await giveCaseOn(ctx, { ...params, ...body }),
  })),
  endpoint(writeNoteCall, async (ctx, { params, body }) => ({
    case: await noteCase(ctx, { ...params, ...body }),
  })),
  endpoint(claimsCall, async (ctx, { query }) => ({ claims: await claimsOf(ctx, query) }), quiet),
];

const desk = [
  endpoint(readDeskCall, (ctx) => deskOf(ctx), quiet),
  endpoint(setKeysCall, (ctx, { body }) => changeKeys(ctx, body)),
  endpoint(readNoticesCall, (ctx, { body }) => readNotices(ctx, body)),
  endpoint(saveViewCall, (ctx, { body }) => keepView(ctx, body)),
  endpoint(removeViewCall, (ctx, { params }) => dropView(ctx, { viewId: params.id })),
];

/** How the review team works side by side: cases that are taken, looked at and noted, and what each of them keeps. */
export const caseworkEndpoints = [...cases, ...desk];
