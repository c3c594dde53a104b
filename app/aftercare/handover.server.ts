import { canSet, handoverBundle, handoverDocument, type HandoverWords } from '#modules/aftercare';
import { hasFreshFactor } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { handoverPdf, readHandover } from '#workflows';
import type { PageArgs } from '#app/http/page.server';
import { shownPlace } from '#app/clinic/place.server';
import { textIn } from '#app/i18n/server';

const wordsOf = ({ locale }: CtxOf<'patient'>): HandoverWords => ({
  locale,
  text: textIn(locale),
  place: (clinic) => shownPlace(textIn(locale), clinic).line,
});

/** The handover for the page to print; null until who asks has just shown who they are. @throws AppError `not_found` */
export async function loadHandover(ctx: CtxOf<'patient'>, { params }: PageArgs) {
  const offerId = params.id ?? '';
  if (!(await hasFreshFactor(ctx))) return { offerId, said: null, hasPdf: false };
  const words = wordsOf(ctx);
  const handover = await readHandover(ctx, { offerId, words });
  return { offerId, said: handoverDocument(handover, words), hasPdf: canSet(handover) };
}

const headersOf = (type: string, name: string): HeadersInit => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
});

/** @throws AppError as `handoverPdf` */
export async function handoverFile(ctx: CtxOf<'patient'>, offerId: string): Promise<Response> {
  const pdf = await handoverPdf(ctx, { offerId, words: wordsOf(ctx) });
  return new Response(new Uint8Array(pdf), {
    headers: headersOf('application/pdf', 'handover.pdf'),
  });
}

/** @throws AppError as `readHandover` */
export async function handoverJson(ctx: CtxOf<'patient'>, offerId: string): Promise<Response> {
  const words = wordsOf(ctx);
  const bundle = handoverBundle(await readHandover(ctx, { offerId, words }), words);
  const headers = headersOf('application/fhir+json', 'handover.json');
  return new Response(JSON.stringify(bundle), { headers });
}
