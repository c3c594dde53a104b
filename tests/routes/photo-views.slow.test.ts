import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInClinic, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { browserOf, form, locationOf } from '../kit/patient-browser';
import { countRoundTrips } from '../kit/round-trips';
import { aboutPhotos, requestWithPhotos } from '../kit/shown-photos';

let server: TestServer;
let clinic: SignedInClinic;
let about: ReturnType<typeof aboutPhotos>;
beforeAll(async () => {
  server = await startTestServer();
  about = aboutPhotos(server);
  clinic = await signedInClinic(server.ctx());
});
afterAll(() => server?.close());

const shown = (more: Parameters<typeof requestWithPhotos>[1] = {}) =>
  requestWithPhotos(server.ctx(), more);

describe('/request-detail/{id}', () => {
  const wordsOf = async (answer: Response): Promise<string> =>
    (await answer.text())
      .replace(/<!--.*?-->|<[^>]+>/gs, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([,.:])/g, '$1');

  it('shows who opened what, hides it from a clinic and shows it again, without JavaScript', async () => {
    const request = await shown({ photos: 2 });
    const page = browserOf(server, request.patient);
    const path = `/request-detail/${request.leadId}`;
    expect(await wordsOf(await page(path))).toContain('No clinic has opened your photos yet.');
    for (const size of ['thumb', 'medium', 'full'])
      await about.statusOf(about.open(request.photos[1]!, clinic, size));
    const words = await wordsOf(await page(path));
    expect(words).toContain('Opened by Bosphorus Dental (test), 3 times, last ');
    expect(words).toContain('Photo 2: opened 3 times, last ');
    for (const [intent, now, status] of [
      ['hide-photos', 'Show my photos again', 404],
      ['show-photos', 'Hide my photos', 200],
    ] as const) {
      const sent = await page(`${path}?index`, form({ intent, clinicId: clinic.clinicId }));
      expect(locationOf(sent)).toBe(`${path}#photo-viewers`);
      expect(await wordsOf(await page(path))).toContain(now);
      expect(await about.statusOf(about.open(request.photos[0]!, clinic))).toBe(status);
    }
  });

  it('changes nothing of somebody else', async () => {
    const [request, stranger] = [await shown(), await shown()];
    const values = { intent: 'hide-photos', clinicId: clinic.clinicId };
    const path = `/request-detail/${request.leadId}?index`;
    expect((await browserOf(server, stranger.patient)(path, form(values))).status).toBe(404);
    expect((await about.viewsOf(request)).withdrawn).toEqual([]);
  });
});

describe('views', () => {
  it('are counted exactly, fifty at once and the first of them too, by one audit entry', async () => {
    const request = await shown();
    const [id] = request.photos;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        about.statusOf(about.open(id!, clinic, n % 2 ? 'thumb' : 'full')),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await about.viewsOf(request)).views).toMatchObject([{ times: 50 }]);
    expect(await about.copiesOf(request)).toHaveLength(1);
    const by = `clinic:${clinic.clinicId}`;
    const view = { objectId: id, actor: by, facts: { leadId: request.leadId, times: 1 } };
    await expect(server).toBeAudited('consultation.photo-viewed', { objectId: id }, { times: 1 });
    await expect(server).toBeAudited('consultation.photo-viewed', view);
  });

  it('end with the patient’s word, however many are under way', async () => {
    const request = await shown();
    const [id] = request.photos;
    const early = Array.from({ length: 20 }, () => about.statusOf(about.open(id!, clinic)));
    const taken = about.setSight(request, { clinicId: clinic.clinicId, allowed: false });
    const answers = await Promise.all(early);
    await taken;
    expect(
      await Promise.all(Array.from({ length: 20 }, () => about.statusOf(about.open(id!, clinic)))),
    ).toEqual(Array.from({ length: 20 }, () => 404));
    const { views } = await about.viewsOf(request);
    expect(views.reduce((sum, { times }) => sum + times, 0)).toBe(
      answers.filter((status) => status === 200).length,
    );
    expect(await about.copiesOf(request)).toEqual([]);
  });

  it('cost so many round trips', async () => {
    const request = await shown();
    const [id] = request.photos;
    await about.statusOf(about.open(id!, clinic));
    const view = await countRoundTrips(() => about.statusOf(about.open(id!, clinic)));
    expect(view.statements.length, view.statements.join('\n')).toBeLessThanOrEqual(9);
    expect(view.unprepared).toEqual([]);
    const list = await countRoundTrips(() => about.viewsOf(request));
    expect(list.statements.length, list.statements.join('\n')).toBeLessThanOrEqual(5);
    expect(list.unprepared).toEqual([]);
  });
});
