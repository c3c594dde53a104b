import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestMail, isSwitchable } from '#contracts/notifications';
import { spokenIn } from '#languages/words.server.ts';
import { locales } from '#platform/base/locale';
import { addressIn } from '../../app/i18n/address';
import { englishIn } from '../../tests/kit/english-words';
import { translations } from '../../tests/kit/languages';
import { mailKindOf, mails } from '../reactions/index';
import { colour } from './mail-style';
import { pageIn } from './mail-links';
import { renderMail, type MailToRender } from './render-mail';

const recipientOf = (kind: string): MailToRender['recipientType'] =>
  /^leads\.|^identity\.patient|^offers\.(made|revised|withdrawn|expired)$|^deals\.(treated|review-answered|time-proposed|cancelled|confirmed|visit-soon|scheduled|team-wrote)$/.test(
    kind,
  )
    ? 'patient'
    : /^identity\.staff|(reminder-due|escalated|breached|denied|stood-still)$/.test(kind)
      ? 'staff'
      : 'clinic';

const sample = (kind: string, more: Partial<MailToRender> = {}): MailToRender => ({
  kind,
  locale: 'en',
  about: mailKindOf(kind)!.about,
  recipientType: recipientOf(kind),
  name: 'Ada',
  values: {
    clinic: 'Aurora Dental',
    document: 'medical license',
    sent: 'November 21, 2026',
    date: 'December 21, 2026',
    promised: 'yes',
    by: 'Tuesday, Nov 24',
    latest: 'Wednesday, Nov 25',
    reason: 'price',
    place: '2',
    among: '4',
    filter: 'Crowns',
    when: 'Tuesday, December 8, 2026 at 10:30 AM',
    city: 'Istanbul',
    here: 'Tuesday, December 8, 2026 at 8:30 AM Central European Time',
  },
  url: 'https://clinics.example/somewhere/0f8fad5b-d9cb-469f-a165-70867728950e',
  help: 'https://clinics.example/help',
  ...(isSwitchable(mailKindOf(kind)!.topic)
    ? { unsubscribe: 'https://clinics.example/unsubscribe/token' }
    : {}),
  ...more,
});

const kinds = Object.keys(mails).filter((kind) => mails[kind]!.by !== 'product');

/** What the HTML says, without its look. */
const wordsOf = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<(div|p)[^>]*data-skip-in-text.*?<\/\1>/gs, '')
    .replace(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs, '$2 $1')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim();

describe.each(kinds)('the mail %s', (kind) => {
  it('says the same in both forms', async () => {
    const { subject, html, text } = await renderMail(sample(kind));
    expect({ subject, text }).toMatchSnapshot();
    expect(text.replace(/\s+/g, ' ')).toBe(wordsOf(html));
    expect(text).toContain('Hello Ada,');
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|mail\.[a-z]/);
  });

  it('names in its preview what it is about', async () => {
    const { html } = await renderMail(sample(kind));
    const preview = /<div[^>]*data-skip-in-text="true"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
    expect(preview).toMatch(
      /^(Application of Aurora Dental|Your request of November 21, 2026|New requests|Your account( on the review team)?|Your offer|Your message to us|The offer that was chosen): [A-Z]/,
    );
  });

  it('loads nothing and runs nothing', async () => {
    const { html } = await renderMail(sample(kind));
    expect(html).not.toMatch(/<(script|img|link|iframe|form|object)\b|url\(|@import/i);
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((a) => !a.startsWith('https://clinics.example/'))).toEqual([]);
  });
});

describe('a digest', () => {
  const said = 'You have a new offer (3 times)\nYour request has closed\nAnd 2 more';
  const mail = { ...sample('offers.made'), kind: digestMail, about: 'account', values: {}, said };

  it('has a line of each news, the same in both forms', async () => {
    const { subject, html, text } = await renderMail(mail);
    expect({ subject, text }).toMatchSnapshot();
    expect(text.replace(/\s+/g, ' ')).toBe(wordsOf(html));
    expect(text).toContain(said.replaceAll('\n', '\n\n'));
  });

  it.each(translations)('has no English sentence for a reader of %s', async (locale) => {
    const { subject, text } = await renderMail({ ...mail, locale, said: 'Teklif' });
    expect(englishIn(`${subject}\n${text}`, locale)).toEqual([]);
  });

  it('has no news where it is withheld', async () => {
    expect((await renderMail({ ...mail, withheld: true })).text).not.toMatch(/offer|closed/);
  });
});

describe('what people typed', () => {
  it('stays words in the HTML, and one line everywhere', async () => {
    const typed = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com\u2028{name}';
    const values = { clinic: typed };
    const mail = await renderMail(sample('clinic-onboarding.escalated', { name: typed, values }));
    expect(mail.html).not.toContain('<img');
    expect(mail.html).toContain('&lt;img');
    expect(mail.subject).not.toMatch(/[\r\n\u2028]/);
    expect(mail.text).toContain('Hello <img src=x onerror=alert(1)> Bcc: eve@example.com {name},');
  });
});

it('patients read nothing of health in what a locked screen shows', async () => {
  for (const kind of kinds.filter((name) => recipientOf(name) === 'patient')) {
    const { subject, text } = await renderMail(sample(kind));
    expect(`${subject}\n${text}`).not.toMatch(/treat|health|medic|dental|hair|surg|body|photo/i);
  }
});

it('the colours are those of the pages', () => {
  const tokens = readFileSync('design/tokens.css', 'utf8');
  for (const value of Object.values(colour)) expect(tokens).toContain(`: ${value};`);
});

const readers = kinds.filter((kind) => recipientOf(kind) !== 'staff');

describe.each(translations)('for a reader of %s', (locale) => {
  const spoken = spokenIn(locale);

  it.each(readers)('the mail %s has no English sentence', async (kind) => {
    for (const withheld of [false, true]) {
      const { subject, html, text } = await renderMail(sample(kind, { locale, withheld }));
      expect(englishIn(`${subject}\n${text}\n${wordsOf(html)}`, locale)).toEqual([]);
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
      const hello = withheld ? 'mail.layout.hello_nobody' : 'mail.layout.hello';
      expect(text).toContain(spoken(hello, { name: 'Ada' }));
    }
    const english = await renderMail(sample(kind));
    expect(englishIn(english.text, locale).length).toBeGreaterThan(0);
  });
});

it('the pages that mails lead to are those of their reader’s language', () => {
  const named = ['/contact', '/help', '/privacy', '/saved-filter/token', '/unsubscribe/token'];
  const led = Object.values(mails).flatMap(({ page }) =>
    (['patient', 'clinic', 'visitor'] as const).map((reader) => page({}, reader)),
  );
  expect(named.map((path) => pageIn('tr', path))).toEqual(named.map((path) => `/tr${path}`));
  for (const path of [...named, ...led])
    for (const locale of locales) expect(pageIn(locale, path)).toBe(addressIn(locale, path));
});
