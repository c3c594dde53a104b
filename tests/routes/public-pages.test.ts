import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categorySchema } from '#contracts/consultation';
import { defaultContent } from '../../modules/content/queries.server';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
});
afterAll(() => server?.close());

const page = async (path: string, Cookie = '') => {
  const answer = await server.request(path, { headers: { Cookie } });
  return { status: answer.status, html: await answer.text() };
};

/** Addresses of the links in a part of the page. */
const linksIn = (html: string, tag: string): string[] => {
  const part = html.slice(html.indexOf(`<${tag}`), html.indexOf(`</${tag}>`));
  return [...new Set([...part.matchAll(/href="(\/[^"]*)"/g)].map(([, to]) => to!))];
};

const footerLinks = [
  '/how-it-works',
  '/treatments',
  '/success-stories',
  '/faq',
  '/clinic-register',
  '/clinic-benefits',
  '/pricing',
  '/resources',
  '/about',
  '/careers',
  '/press',
  '/blog',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/rules',
  '/transparency',
  '/accessibility',
];

/** The picture of a shared link, and the words that stand for it. */
const ofSharing = (locale: string): RegExp =>
  new RegExp(
    `<meta property="og:image" content="${server.url}/share/[a-z-]+\\.${locale}\\.png"/>.*<meta property="og:image:alt" content="[^"]{4,}"/>`,
  );

describe('header and footer', () => {
  it('link to the promised pages', async () => {
    const { html } = await page('/');
    expect(linksIn(html, 'header')).toEqual([
      '/',
      '/how-it-works',
      '/treatments',
      '/find-clinics',
      '/search',
      '/clinic-login',
      '/login',
    ]);
    expect(linksIn(html, 'footer').sort()).toEqual([...footerLinks].sort());
  });

  it.each([...footerLinks, '/', '/clinic-login', '/find-clinics'])(
    '%s has a heading, a title, a description and a picture of its own',
    async (path) => {
      const { status, html } = await page(path);
      expect(status).toBe(200);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toMatch(/<title>.+ – .+<\/title>/);
      expect(html).toMatch(/<meta name="description" content=".{15,}"/);
      expect(html).toMatch(ofSharing('en'));
    },
  );

  it('a shared link shows a picture of its kind of page, in its language', async () => {
    for (const [path, picture] of [
      ['/', 'home.en'],
      ['/tr', 'home.tr'],
      ['/treatments', 'treatments.en'],
      ['/tr/treatments/dental', 'dental.tr'],
      ['/treatments/dental/dental-implants', 'dental.en'],
      ['/tr/find-clinics', 'clinics.tr'],
      ['/tr/blog', 'blog.tr'],
    ] as const) {
      const { html } = await page(path);
      expect(html, path).toMatch(ofSharing(picture.slice(-2)));
      expect(html, path).toContain(`/share/${picture}.png"`);
    }
    expect((await page('/tr/treatments/dental')).html).toContain(
      'og:image:alt" content="Diş tedavileri – ',
    );
  });

  it('no two of them share a title', async () => {
    const titles = await Promise.all(
      footerLinks.map(async (path) => /<title>(.+)<\/title>/.exec((await page(path)).html)?.[1]),
    );
    expect(new Set(titles).size).toBe(footerLinks.length);
  });

  it.each(['/login', '/my-offers', '/profile'])('%s has one line of links', async (path) => {
    const { html } = await page(path, path === '/login' ? '' : cookie);
    const links = ['/help', '/contact', '/terms', '/privacy', '/accessibility'];
    expect(linksIn(html, 'footer')).toEqual(links);
  });

  it('keep signing out in the account menu, behind what is new', async () => {
    const { html } = await page('/my-offers', cookie);
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    const menus = header.split('<details').slice(1);
    // The account menu of a wide screen, and the menu of a narrow one.
    expect(menus).toHaveLength(2);
    for (const menu of menus) expect(menu).toContain('action="/logout"');
    expect(header.slice(0, header.indexOf('<details'))).toContain('href="/notifications"');
    expect(header.slice(0, header.indexOf('<details'))).not.toContain('action="/logout"');
  });

  it.each(['/clinic-login', '/clinic-register'])('%s has no footer', async (path) => {
    expect((await page(path)).html).not.toContain('<footer');
  });

  it('clinics read the page for clinics without a session', async () => {
    expect((await page('/clinic-benefits')).html).toContain('<footer');
  });

  it('offer a profile and a way out to a patient', async () => {
    const { html } = await page('/', cookie);
    expect(linksIn(html, 'header')).toEqual([
      '/',
      '/my-offers',
      '/treatments',
      '/find-clinics',
      '/search',
      '/messages',
      '/notifications',
      '/profile',
      '/how-it-works',
    ]);
    expect(html).toContain('action="/logout"');
  });
});

describe('the landing page', () => {
  it('leads strangers to registration and patients to the consultation', async () => {
    const stranger = linksIn((await page('/')).html, 'main');
    expect(stranger).toEqual(expect.arrayContaining(['/register', '/clinic-login', '/login']));
    expect(stranger).not.toContain('/consultation');
    const patient = linksIn((await page('/', cookie)).html, 'main');
    expect(patient).toContain('/consultation');
    expect(patient).not.toContain('/register');
  });

  it('shows no figure, count, voice or badge that no member of staff has confirmed', async () => {
    const { html } = await page('/');
    const { figures, popularTreatments, testimonials, badges } = defaultContent;
    expect(popularTreatments.length).toBeGreaterThan(0);
    // Those that a request can be sent for.
    for (const { name, picture } of popularTreatments)
      expect(html.includes(`>${name.en}<`)).toBe(categorySchema.safeParse(picture).success);
    for (const words of [
      ...figures.map(({ value }) => value),
      ...popularTreatments.map(({ count }) => count),
      ...testimonials.map(({ quote }) => quote.en),
      ...badges.map(({ label }) => label.en),
    ])
      expect(html).not.toContain(`>${words}`);
  });

  it('shows all three steps to those without scripts', async () => {
    const { html } = await page('/');
    for (const step of ['Describe your treatment', 'Compare offers', 'Choose your clinic, or none'])
      expect(html).toContain(step);
  });
});

describe('an address without a page', () => {
  it('answers 404 with the site around it and no trace of the inside', async () => {
    const { status, html } = await page('/nowhere');
    expect(status).toBe(404);
    expect(html).toContain('We cannot find this page');
    expect(html).toContain('<footer');
    expect(html).not.toMatch(/\.tsx|node_modules|at \w+ \(/);
  });
});

describe('the page without a connection', () => {
  it.each(['/offline', '/tr/offline'])('%s has no script and no person to keep', async (path) => {
    const { status, html } = await page(path, cookie);
    expect(status).toBe(200);
    expect(html).not.toContain('<script');
  });
});

describe('installing the site', () => {
  it.each([
    ['en', ''],
    ['tr', '/tr'],
  ])('is described in %s, with icons that are there', async (lang, prefix) => {
    const { html } = await page(prefix || '/');
    expect(html).toContain(`<link rel="manifest" href="${prefix}/site.webmanifest"/>`);
    const answer = await server.request(`${prefix}/site.webmanifest`);
    expect(answer.headers.get('Content-Type')).toBe('application/manifest+json');
    const manifest = (await answer.json()) as Record<string, unknown> & { icons: Icon[] };
    expect(manifest).toMatchObject({
      lang,
      id: '/',
      scope: '/',
      start_url: prefix || '/',
      display: 'standalone',
      theme_color: /<meta name="theme-color" content="(.+?)"/.exec(html)![1],
    });
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(`public${src}`).metadata();
      expect(`${width}x${height} ${format}`).toBe(`${sizes} png`);
    }
  });

  interface Icon {
    src: string;
    sizes: string;
    purpose: string;
  }

  it('says what it is in the language it is installed in', async () => {
    const [en, tr] = (await Promise.all(
      ['', '/tr'].map(async (prefix) =>
        (await server.request(`${prefix}/site.webmanifest`)).json(),
      ),
    )) as { description: string }[];
    expect(en!.description).not.toBe(tr!.description);
  });
});
