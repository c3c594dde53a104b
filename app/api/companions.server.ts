import {
  comparisonLinksCall,
  dealLinksCall,
  openShareCall,
  readSharedCall,
  removeNoteCall,
  revokeShareCall,
  type SharedDto,
  shareComparisonCall,
  shareDealCall,
  sharedPhotoCall,
  writeNoteCall,
} from '#contracts/companions';
import { figureNames } from '#contracts/offers';
import { openShare, removeNote, revokeShare, writeNote } from '#modules/companions';
import type { Locale } from '#platform/base/locale';
import { pick } from '#platform/base/fields';
import {
  openSharedPhoto,
  ownCompanions,
  sharedView,
  type SharedView,
  shareWithCompanion,
} from '#workflows';
import { appendCompanion, linkAddress, readCompanion } from '#app/companions/pages.server';
import { endpoint } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';
import { textIn } from '#app/i18n/server';

type Ctx = Parameters<typeof shareWithCompanion>[0];
type Wish = Parameters<typeof shareWithCompanion>[1];

async function made(ctx: Ctx, wish: Wish) {
  const { link, token } = await shareWithCompanion(ctx, wish);
  return { link, address: linkAddress(ctx, token) };
}

const linksTo = async (ctx: Ctx, shared: Pick<Wish, 'kind' | 'id'>) => ({
  links: [...(await ownCompanions(ctx, shared)).links],
});

const ofPatients = [
  endpoint(comparisonLinksCall, (ctx, { params }) =>
    linksTo(ctx, { kind: 'comparison', ...params }),
  ),
  endpoint(shareComparisonCall, (ctx, { params, body }) =>
    made(ctx, { kind: 'comparison', ...params, ...body }),
  ),
  endpoint(dealLinksCall, (ctx, { params }) => linksTo(ctx, { kind: 'deal', ...params })),
  endpoint(shareDealCall, (ctx, { params, body }) =>
    made(ctx, { kind: 'deal', ...params, ...body }),
  ),
  endpoint(revokeShareCall, (ctx, { params }) => revokeShare(ctx, { shareId: params.id })),
  endpoint(removeNoteCall, (ctx, { params: { id: shareId, noteId } }) =>
    removeNote(ctx, { shareId, noteId }),
  ),
];

const ofCompanions = [
  endpoint(openShareCall, async (ctx, { body }, { headers }) =>
    appendCompanion(ctx, headers, await openShare(ctx, body)),
  ),
  endpoint(readSharedCall, async (ctx, _input, { request }) =>
    sharedInWords(await sharedView(ctx, { cookie: readCompanion(ctx, request) }), ctx.locale),
  ),
  endpoint(sharedPhotoCall, async (ctx, { params, query }, http) => {
    const cookie = readCompanion(ctx, http.request);
    return sendFile(http, await openSharedPhoto(ctx, { cookie, ...params, ...query }));
  }),
  endpoint(writeNoteCall, (ctx, { body }, { request }) =>
    writeNote(ctx, { cookie: readCompanion(ctx, request), ...body }),
  ),
];

/** Links by which relatives of a patient look on: what the patient does with them, and what a browser sees that has opened one. */
export const companionEndpoints = [...ofPatients, ...ofCompanions];

function sharedInWords({ photos, offers, ...view }: SharedView, locale: Locale): SharedDto {
  const text = textIn(locale);
  return {
    ...view,
    kind: view.deal ? 'deal' : 'comparison',
    photos: photos.map(({ id }) => id),
    offers: offers.map(({ clinic, items, ...offer }) => ({
      clinicName: clinic.clinicName,
      ...pick(offer, ['amountCents', 'listPriceCents', 'currency', 'doctorName', 'earliestDate']),
      ...pick(offer, ['availability', 'assumptions', 'expiresAt'], figureNames),
      items: items.map((item) => ({ ...item, label: text(`offers.item.${item.key}`) })),
    })),
  };
}
