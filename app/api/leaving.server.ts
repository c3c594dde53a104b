import {
  askExportCall,
  clinicAskExportCall,
  clinicDeleteAccountCall,
  clinicExportCall,
  deleteAccountCall,
  exportCall,
  type ArchiveDto,
} from '#contracts/leaving';
import { consentsCall, setConsentCall } from '#contracts/identity';
import { ownConsents } from '#modules/identity';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { askOwnArchive, closeOwnAccount, takeConsentBack, takeOwnArchive } from '#workflows';
import { dropSession } from '#app/auth/cookies.server';
import { endpoint, Reply, type Http } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';

type Owner = Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>;

/** The zip, or how it stands as long as there is none. */
async function answerTake(
  ctx: Owner,
  { params }: { params: { id: string } },
  http: Http,
): Promise<Response | Reply<{ export: ArchiveDto }>> {
  const { archive, file } = await takeOwnArchive(ctx, params);
  if (!file) return new Reply({ export: archive }, { status: 202 });
  return sendFile(http, {
    ...file,
    type: 'application/zip',
    name: 'my-data.zip',
    inline: false,
  });
}

async function answerAsk(ctx: Owner): Promise<{ export: ArchiveDto }> {
  return { export: await askOwnArchive(ctx) };
}

async function answerDelete(ctx: Owner, http: Http): Promise<void> {
  await closeOwnAccount(ctx);
  dropSession(http.headers, ctx.services.env, ctx.actor.kind);
  http.headers.set('Clear-Site-Data', '"cache"');
}

/** One's own data, and the end of an account: of patients and of clinics alike. */
export const leavingEndpoints = [
  endpoint(askExportCall, (ctx) => answerAsk(ctx)),
  endpoint(clinicAskExportCall, (ctx) => answerAsk(ctx)),
  endpoint(exportCall, answerTake),
  endpoint(clinicExportCall, answerTake),
  endpoint(deleteAccountCall, (ctx, _input, http) => answerDelete(ctx, http)),
  endpoint(consentsCall, async (ctx) => ({ consents: await ownConsents(ctx) })),
  endpoint(setConsentCall, async (ctx, { body }) => ({
    consents: await takeConsentBack(ctx, body),
  })),
  endpoint(clinicDeleteAccountCall, (ctx, _input, http) => answerDelete(ctx, http)),
];
