import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findClinics } from '#workflows';
import { signedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { plansOf } from '../kit/plans';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
const own = [
  ['Bosporus Teeth', 'Dr. Ada Kaya', 'İstanbul', ['Dental Treatment', 'Dermatology']],
  ['Bosporus Skin', 'Dr. Can Demir', 'İstanbul', ['Dermatology']],
  ['Aegean Teeth', 'Dr. Ada Yıldız', 'Izmir', ['Dental Treatment']],
  ['Capital Hair', 'Dr. Ece Şahin', 'Ankara', ['Hair Transplant']],
] as const;
beforeAll(async () => {
  server = await startTestServer();
  for (const [clinicName, doctorName, city, specialties] of own)
    await signedInClinic(server.ctx(), {
      details: { clinicName, doctorName, city, specialties: [...specialties] },
    });
});
afterAll(() => server?.close());

/** As a browser without JavaScript asks for it. */
async function page(path: string) {
  const answer = await server.request(path, { headers: { Accept: 'text/html' } });
  const html = await answer.text();
  return {
    status: answer.status,
    main: html.slice(html.indexOf('<main'), html.indexOf('</main>')),
  };
}
const namesOn = (main: string): string[] =>
  own.map(([name]) => name).filter((name) => main.includes(`>${name}<`));
type Asked = Readonly<Record<string, string | undefined>>;
const query = (asked: Asked) =>
  `?${new URLSearchParams(asked as Record<string, string>).toString()}`;

const [bosporusTeeth, bosporusSkin, aegeanTeeth, capitalHair] = own.map(([name]) => name);
const everything = own.map(([name]) => name);

describe.each([
  ['', 'No clinic fits this search', 'Show all clinics'],
  ['/tr', 'Bu aramaya uyan klinik yok', 'Tüm klinikleri göster'],
])('%s/find-clinics', (prefix, none, all) => {
  it.each([
    [{}, everything],
    [{ q: 'bosporus' }, [bosporusTeeth, bosporusSkin]],
    [{ q: 'dr. ada' }, [bosporusTeeth, aegeanTeeth]],
    [{ q: 'ŞAHİN' }, [capitalHair]],
    [{ specialty: 'Dermatology' }, [bosporusTeeth, bosporusSkin]],
    [{ city: 'istanbul' }, [bosporusTeeth, bosporusSkin]],
    [{ city: 'إسطنبول' }, [bosporusTeeth, bosporusSkin]],
    [{ city: 'İZMİR' }, [aegeanTeeth]],
    [{ q: 'teeth', specialty: 'Dental Treatment' }, [bosporusTeeth, aegeanTeeth]],
    [{ q: 'teeth', city: 'Istanbul' }, [bosporusTeeth]],
    [{ specialty: 'Dermatology', city: 'Istanbul' }, [bosporusTeeth, bosporusSkin]],
    [{ q: 'skin', specialty: 'Dermatology', city: 'Istanbul' }, [bosporusSkin]],
    [{ q: '', specialty: '', city: '' }, everything],
  ])('narrowed by %j', async (asked, names) => {
    const { status, main } = await page(`${prefix}/find-clinics${query(asked)}`);
    expect(status).toBe(200);
    expect(namesOn(main)).toEqual(names);
    // A city of the catalogue stands in the field as the page's language has it.
    const istanbul = prefix === '/tr' ? 'İstanbul' : 'Istanbul';
    for (const [name, typed] of Object.entries(asked).filter(([key]) => key !== 'specialty')) {
      const value = /^(?:istanbul|إسطنبول)$/i.test(typed ?? '') ? istanbul : typed;
      if (value) expect(main).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
    }
    if ('specialty' in asked && asked.specialty)
      expect(main).toMatch(new RegExp(`<option value="${asked.specialty}" selected=""`));
  });

  it.each([
    { q: 'skin', city: 'Izmir' },
    { specialty: 'Hair Transplant', city: 'Istanbul' },
    { q: 'nobody is called that' },
    { city: 'Atlantis' },
  ])('says in words that nothing fits %j, and shows the way back', async (asked) => {
    const { status, main } = await page(`${prefix}/find-clinics${query(asked)}`);
    expect([status, namesOn(main)]).toEqual([200, []]);
    expect(main).toContain(none);
    expect(main).toMatch(new RegExp(`<a[^>]*href="${prefix}/find-clinics"[^>]*>${all}</a>`));
  });

  it.each([
    { specialty: 'Astrology' },
    { specialty: "' or 1=1 --" },
    { q: 'x'.repeat(500) },
    { city: '\0' },
    { cursor: 'bogus' },
    { page: '2', sort: 'price' },
    { cursor: 'bogus.bogus' },
    { cursor: '..' },
  ])('is not narrowed by what makes no sense: %j', async (asked) => {
    const { status, main } = await page(`${prefix}/find-clinics${query(asked)}`);
    expect([status, namesOn(main)]).toEqual([200, everything]);
    expect((await page(`${prefix}/find-clinics${query({ ...asked, q: 'skin' })}`)).status).toBe(
      200,
    );
  });

  it('takes words as words, not as a pattern or markup', async () => {
    for (const q of ['%', '_', '\\', '"><b>x</b>']) {
      const { status, main } = await page(`${prefix}/find-clinics${query({ q })}`);
      expect([status, namesOn(main)]).toEqual([200, []]);
      expect(main).not.toContain('<b>x</b>');
    }
  });
});

describe('the order of the directory', () => {
  const order = async (path: string): Promise<string[]> => {
    const { main } = await page(path);
    return [...namesOn(main)].sort((a, b) => main.indexOf(`>${a}<`) - main.indexOf(`>${b}<`));
  };
  const idOf = async (name: string): Promise<string> => {
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      'select id from clinic_onboarding.clinic where clinic_name = $1',
      [name],
    );
    return rows[0]!.id;
  };
  const pool = () => server.services.database.pool;
  beforeAll(async () => {
    const picture = (clinic: string, review: 'shown' | 'waiting') =>
      pool().query(
        `insert into clinic_onboarding.picture (id, clinic_id, storage_key, width, height, bytes, review, reviewed_at, created_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), 4, 3, 1, $2, case when $2 = 'shown' then now() end, now())`,
        [clinic, review],
      );
    const rating = (clinic: string, reviews: number, stars: number) =>
      pool().query('insert into deals.reputation (clinic_id, reviews, stars) values ($1, $2, $3)', [
        clinic,
        reviews,
        stars,
      ]);
    await picture(await idOf(bosporusTeeth!), 'shown');
    await rating(await idOf(bosporusTeeth!), 10, 41);
    await rating(await idOf(aegeanTeeth!), 5, 25);
    // Too few reviews, and a picture that waits for its check: as good as none.
    await rating(await idOf(capitalHair!), 4, 20);
    await picture(await idOf(bosporusSkin!), 'waiting');
  });

  it.each([
    ['', [bosporusTeeth, aegeanTeeth, capitalHair, bosporusSkin]],
    ['?sort=rating', [aegeanTeeth, bosporusTeeth, capitalHair, bosporusSkin]],
    ['?sort=newest', [capitalHair, aegeanTeeth, bosporusSkin, bosporusTeeth]],
    ['?city=istanbul', [bosporusTeeth, bosporusSkin]],
  ])('of /find-clinics%s', async (asked, names) => {
    expect(await order(`/find-clinics${asked}`)).toEqual(names);
  });

  it('holds over its pages: each clinic once, those that show more before others', async () => {
    const more = Array.from({ length: 25 }, (_, n) => ({ clinicName: `Harbour ${n}` }));
    await Promise.all(more.map((details) => signedInClinic(server.ctx(), { details })));
    for (const sort of ['shown', 'rating', 'newest'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const found = await findClinics(server.ctx(), { sort, cursor });
        seen.push(...found.clinics.map(({ clinicName }) => clinicName));
        cursor = found.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(seen, sort).toHaveLength(own.length + more.length);
      if (sort === 'shown') expect(seen.slice(0, 2)).toEqual([bosporusTeeth, aegeanTeeth]);
    }
  });

  it('is made of what indexes hold', async () => {
    const plans = await plansOf(server, (ctx) => findClinics(ctx, {}));
    expect(plans.flatMap(({ scans }) => scans)).toEqual([]);
  });

  it('names each city that has a clinic once, one tap away', async () => {
    const { main } = await page('/find-clinics');
    for (const city of ['Ankara', 'Istanbul', 'Izmir'])
      expect(main.split(`href="/find-clinics?city=${city}"`)).toHaveLength(2);
  });
});

describe('the directory of clinics', () => {
  it('is a plain form whose answer is an address', async () => {
    const { main } = await page('/find-clinics');
    const form = /<form[^>]*>/.exec(main)![0];
    expect(form).toContain('method="get"');
    expect(form).toContain('role="search"');
    for (const name of ['q', 'specialty', 'city', 'sort'])
      expect(main).toMatch(new RegExp(`<(input|select)[^>]*name="${name}"`));
    for (const id of ['clinics-q', 'clinics-specialty', 'clinics-city', 'clinics-sort'])
      expect(main).toContain(`<label for="${id}"`);
  });

  it('asks the database as often with all filters as with none', async () => {
    const all = query({ q: 'teeth', specialty: 'Dental Treatment', city: 'Istanbul' });
    for (const [path, most] of [
      ['/find-clinics', 7],
      [`/find-clinics${all}`, 7],
      [`/tr/find-clinics${all}`, 7],
      [`/find-clinics${query({ city: 'Atlantis' })}`, 3],
    ] as const) {
      const { statements } = await countRoundTrips(() => page(path));
      expect(statements.length, `${path}: ${statements.join('; ')}`).toBeLessThanOrEqual(most);
    }
  });
});
