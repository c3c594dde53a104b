import { globSync, readFileSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCountries } from 'libphonenumber-js/max';
import { careZones } from '#contracts/aftercare';
import { documentKinds, languages } from '#contracts/clinic-onboarding';
import { emptyFields } from '#contracts/consultation';
import { phoneCountries } from '#contracts/identity';
import { currencies } from '#contracts/offers';
import { putDraft } from '#modules/consultation';
import { deliveredContent } from '#modules/content';
import { defaultLocale, locales, nameOf, type OfferedLocale } from '#platform/base/locale';
import { addressIn, readAddress } from '#app/i18n/address';
import { catalogues } from '#app/i18n/catalogue';
import { formatsIn } from '#app/i18n/formats';
import { i18nIn } from '#app/i18n/setup';
import { parseBlocks, readFrontMatter } from '#app/content/parse-blocks';
import { everythingChosen } from '../../modules/consultation/testing';
import { someDetails } from '../../modules/clinic-onboarding/testing';
import { signedInPatient } from '../../modules/identity/testing';
import { someFields } from '../../modules/leads/testing';
import { openedTicket } from '../../modules/support/testing';
import { publishedLead, sentOffer, someOfferFields } from '../../workflows/offers/testing';
import { signedInClinic } from '../kit/clinics';
import { embedLine } from '#app/embed/choice';
import { startTestServer, type TestServer } from '../kit/http';
import { forgetLimits } from '../kit/identity';
import { translations } from '../kit/languages';
import { marked, outsideOf, withoutDirections, type Marks } from '../kit/pseudo-texts';
import { notInProduction, pageAudiences } from './access-matrix';
import { sentencesFor } from '../../workflows/conversations/talk';
import { acceptShownOffer } from '../../workflows/offers/offers';
import { sides } from '#platform/base/actor';

/** What the texts of the language that is looked at stand in, and those of every other. */
const ownMarks: Marks = { open: '⟪', close: '⟫' };
const otherMarks: Marks = { open: '⟦', close: '⟧' };
const own = Object.fromEntries(
  locales.map((locale) => [locale, { ...catalogues[locale] }]),
) as Record<OfferedLocale, Messages>;

const names = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };
const ticketWords = { subject: 'My request', message: 'When does it open?' };

let server: TestServer;
/** Paths with the cookies of who opens them; a visitor's without their language. */
const doors: Record<'visitor' | 'patient' | 'clinic' | 'applicant', Array<[string, string]>> = {
  visitor: [],
  patient: [],
  clinic: [],
  applicant: [],
};

const plainPaths = (...audiences: string[]): string[] =>
  Object.entries(pageAudiences)
    .filter(([path, audience]) => audiences.includes(audience) && !/[:*]/.test(path))
    .map(([path]) => path)
    .filter((path) => !notInProduction.includes(path) && !/^\/(admin|api|language)/.test(path))
    .filter((path) => !/\.(js|txt|xml|webmanifest)$/.test(path));

beforeAll(async () => {
  server = await startTestServer();
  await forgetLimits(server);
  const ctx = server.ctx();
  const patient = await signedInPatient(ctx, names);
  const [clinic, applicant] = [
    // With its own licence and website the page would say words that no text has.
    await signedInClinic(ctx, { details: someDetails() }),
    await signedInClinic(ctx, { state: 'documents' }),
  ];
  const { leadId } = await publishedLead(server, {}, patient.ctx);
  const open = await sentOffer(clinic.ctx, leadId);
  const crown = { subTreatment: 'Dental Crown' } as const;
  const { leadId: chosenLead } = await publishedLead(server, crown, patient.ctx);
  const chosen = await sentOffer(clinic.ctx, chosenLead);
  await acceptShownOffer(patient.ctx, { offerId: chosen });
  await putDraft(patient.ctx, {
    expectedVersion: 0,
    step: 7,
    fields: { ...emptyFields, ...everythingChosen },
  });
  const ticket = await openedTicket(patient.ctx, ticketWords);
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ slug: string }>(
    'select slug from clinic_onboarding.clinic where id = $1',
    [clinic.clinicId],
  );
  // A line of code for the clinic's own site; the text in it is of the page's language.
  const line = {
    origin: server.url,
    slug: rows[0]!.slug,
    categories: ['dental'] as const,
    label: '|',
  };
  for (const part of embedLine(line).split('|')) written.add(part);
  const asPatient = `patient=${patient.token}`;
  const asClinic = `clinic=${clinic.token}`;
  const asApplicant = `clinic=${applicant.token}`;
  doors.visitor = [
    ...plainPaths('public').filter((path) => readAddress(path).locale === defaultLocale),
    ...[
      '/blog/what-a-verified-clinic-means',
      '/treatments/dental',
      '/treatments/dental/root-canal',
      `/find-clinics/${rows[0]!.slug}`,
      '/unsubscribe/nobody',
      '/saved-filter/nothing',
      '/nowhere',
    ],
  ].map((path) => [path, '']);
  doors.patient = [
    ...plainPaths('patient'),
    ...['', '/change', '/cancel'].map((part) => `/request-detail/${leadId}${part}`),
    `/offers/${leadId}`,
    ...['', '/accept', '/decline'].map((part) => `/offer/${open}${part}`),
    `/conversation/${open}`,
    `/deal/${chosen}`,
    `/profile/support/${ticket}`,
  ].map((path) => [path, asPatient]);
  doors.clinic = [
    ...plainPaths('clinic', 'approved-clinic', 'clinic-manager', 'clinic-doctor'),
    ...plainPaths('clinic-owner', 'approved-owner', 'writing-party', 'dealing-party'),
    `/clinic/request/${leadId}`,
    `/clinic/conversation/${open}`,
    `/clinic/deal/${chosen}`,
  ].map((path) => [path, asClinic]);
  doors.applicant = ['/clinic/pending-approval', '/clinic/application'].map((path) => [
    path,
    asApplicant,
  ]);
}, 120_000);
afterAll(() => server?.close());

/** Everybody reads this language from now on, and its texts stand in signs that those of the others have not. */
async function show(shown: OfferedLocale): Promise<void> {
  const { pool } = server.services.database;
  await pool.query('update identity.patient set locale = $1', [shown]);
  await pool.query('update identity.clinic_account set locale = $1', [shown]);
  for (const locale of locales)
    i18nIn(locale).load(locale, marked(own[locale], locale === shown ? ownMarks : otherMarks));
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

const inOneLine = (words: string): string => withoutDirections(words).replace(/\s+/g, ' ').trim();

/** Of an amount the sign of its currency, which has letters in some languages: 'US$'. */
const withoutFigures = (words: string): string => inOneLine(words.replace(/[\p{N}.,٬٫]/gu, ''));

/** What people and programs have written, whatever language a page is in. */
const written = new Set(
  [
    ...currencies,
    ...locales.map(nameOf),
    ...documentKinds.map((kind) => `${kind}.pdf`),
    ...stringsIn([someDetails(), someFields(), someOfferFields(), names, ticketWords]),
    ...careZones.map((zone) => zone.replaceAll('_', ' ')),
    ...[`${names.firstName} ${names.lastName}`, 'Sarah M.', 'SM'],
  ].map(inOneLine),
);

/** What a page may say that is no message: its content, and names that `Intl` knows. */
const saidIn = (shown: OfferedLocale): string[] =>
  [
    ...globSync(`languages/${shown}/content/**/*.md`).flatMap((file) => {
      const { fields, text } = readFrontMatter(readFileSync(file, 'utf8'));
      return [...stringsIn(fields), ...stringsIn(parseBlocks(text))];
    }),
    ...stringsIn(deliveredContent(shown)),
    ...sides.flatMap((side) => stringsIn(sentencesFor(side, shown))),
    ...languages.map((code) => formatsIn(shown).languageName(code)),
    ...currencies.map((currency) => withoutFigures(formatsIn(shown).money(100, currency))),
    ...phoneCountries(getCountries(), shown).map(({ name, dialCode }) => `${name} +${dialCode}`),
  ].map(inOneLine);

/** What is wrong with a page: words from nowhere, and texts of another language. */
function faultsOf(html: string, said: ReadonlySet<string>): string[] {
  const foreign = html.split(otherMarks.open).slice(1);
  const isKnown = (words: string) =>
    [words, withoutFigures(words)].some((one) => written.has(one) || said.has(one));
  return [
    ...outsideOf(html, ownMarks).filter((words) => !isKnown(words.replace(/^“|”$/g, ''))),
    ...foreign.map((text) => `in another language: ${text.slice(0, 60)}`),
  ];
}

const readers = [
  ['visitor', 30],
  ['patient', 25],
  ['clinic', 20],
  ['applicant', 2],
] as const;

describe.each(translations)('in %s', (shown) => {
  const said = new Set(saidIn(shown));
  beforeAll(() => show(shown));
  afterAll(() => {
    for (const locale of locales) i18nIn(locale).load(locale, own[locale]);
  });

  it.each(readers)(
    'no page of a %s says what is not in the texts of its language',
    async (who, least) => {
      const faults: string[] = [];
      let pages = 0;
      for (const [address, cookie] of doors[who]) {
        const path = address === '/nowhere' ? `/${shown}/nowhere` : addressIn(shown, address);
        const headers = { Accept: 'text/html', Cookie: cookie };
        const answer = await server.request(path, { headers });
        if (answer.status >= 300 && answer.status < 400) continue;
        pages += 1;
        const found = new Set(faultsOf(await answer.text(), said));
        faults.push(...[...found].map((words) => `${path}: ${words}`));
      }
      expect(faults).toEqual([]);
      expect(pages).toBeGreaterThanOrEqual(least);
    },
    120_000,
  );
});

describe('the search', () => {
  it.each([
    ['<h1>⟪Merhaba⟫</h1><p>5 · 2</p>', []],
    ['<h1>⟪Merhaba⟫ there</h1>', ['there']],
    ['<p>⟪Bak: <a href="/x">şartlar</a> ve ⟪iç⟫ dış⟫</p>', []],
    ['<p>⟪Biri⟫<!-- --> of <b>them</b></p>', ['of', 'them']],
    ['<input placeholder="Search" aria-label="⟪Ara⟫"/>', ['Search']],
    ['<img alt="⟪Resim⟫ one"/><script>var words</script><time>Jan 5</time>', ['one']],
    ['<meta name="description" content="Words &amp; more"/><title>⟪A⟫</title>', ['Words & more']],
    ['<p>⟦Hello⟧</p>', ['⟦Hello⟧', 'in another language: Hello⟧</p>']],
  ])('finds in %s %j', (html, faults) => expect(faultsOf(html, new Set())).toEqual(faults));
});
