import { expect, type Locator, type Page } from '@playwright/test';
import type { OutboxMessage } from '../kit/outbox';
import { hydrated } from '../kit/page';

type MessagesTo = (to: string) => Promise<OutboxMessage[]>;

const clinicZone = 'Europe/Istanbul';
const inEnglish = (options: Intl.DateTimeFormatOptions, at: Date): string =>
  new Intl.DateTimeFormat('en-US', options).format(at);
const day = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
/** Ten in the morning where the clinic is, three weeks from now. */
export const start = new Date(`${day}T07:00:00.000Z`);
/** What a clock in New York shows then, without the minutes. */
const hourThere = inEnglish(
  { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' },
  start,
);

/** The clinic's clock with its city first, then that of a patient in New York. */
export const bothClocks = new RegExp(
  `^\\w.* 10:00\\sAM in Istanbul, Türkiye time.* ${Number(hourThere)}:00\\sAM where you are$`,
);

/** The clinic's clock with its city first, then that of staff in New York, on a page of the console. */
export const bothClocksOfStaff = new RegExp(
  `^\\w.*10:00 in Istanbul, Türkiye time.*, ${hourThere}:00 where you are$`,
);

/** The first mail to an address in which something is found; in one line. */
async function mailedTo(messagesTo: MessagesTo, to: string, wanted: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const lines = (await messagesTo(to)).map(({ text }) => text.replace(/\s+/g, ' '));
        found = lines.map((line) => wanted.exec(line)?.[0]).find(Boolean);
        return found;
      },
      { message: `${wanted} in a mail to ${to}`, timeout: 30_000 },
    )
    .toBeTruthy();
  return found!;
}

/** By the link of the mail that asks for it: mails say what they are about only to an address that was confirmed. */
export async function confirmsAddress(
  page: Page,
  to: string,
  messagesTo: MessagesTo,
): Promise<void> {
  await page.goto(await mailedTo(messagesTo, to, /\S+\/profile\/email\?link=\S+/));
  await hydrated(page);
  await page.getByRole('button', { name: 'Confirm this address' }).tap();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
}

/** The mail about the agreed date names day, time and city. */
export async function isMailedDate(to: string, messagesTo: MessagesTo): Promise<void> {
  const line = await mailedTo(messagesTo, to, /Both sides have agreed on a date: .* Türkiye time/);
  const when = inEnglish({ timeZone: clinicZone, dateStyle: 'full', timeStyle: 'short' }, start);
  expect(line).toBe(
    `Both sides have agreed on a date: ${when.replace(/\s+/g, ' ')} in Istanbul, Türkiye time`,
  );
}

/** How one gets to the clinic, and whom to call: on the page of the deal, and in the entry for a calendar. */
export async function findsTheWay(page: Page, phoneNumber: string): Promise<void> {
  const place = page.locator('section', {
    has: page.getByRole('heading', { name: 'Where you go' }),
  });
  await expect(place.getByRole('heading', { name: 'How to get there' })).toBeVisible();
  await expect(place.getByRole('heading', { name: 'Whom to call' })).toBeVisible();
  await expect(place.locator(`a[href="tel:${phoneNumber}"]`)).toBeVisible();
  const street = /12(\+|%20)Istiklal(\+|%20)Avenue%2C(\+|%20)Istanbul/;
  await expect(place.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', street);
  const directions = place.getByRole('link', { name: 'Directions in Google Maps' });
  await expect(directions).toHaveAttribute('href', street);

  const entry = await calendarEntry(page, page.getByRole('link', { name: 'Add to your calendar' }));
  expect(entry.DTSTART).toBe(`${day.replaceAll('-', '')}T070000Z`);
  expect(entry.LOCATION).toMatch(/^12 Istiklal Avenue\\, Istanbul\\, /);
  const [there, way, call] = entry.DESCRIPTION!.split('\\n');
  expect(there).toMatch(/ 10:00 AM in Istanbul\\, Türkiye time$/);
  expect(way).toMatch(/^How to get there: https:\/\//);
  expect(way).toMatch(street);
  expect(call!.replace(/[^+\d]/g, '')).toBe(phoneNumber);
}

/** What the file for a calendar says, by the names of its lines. */
async function calendarEntry(page: Page, link: Locator): Promise<Record<string, string>> {
  const answer = await page.request.get((await link.getAttribute('href'))!);
  expect(answer.headers()['content-type']).toContain('text/calendar');
  const lines = (await answer.text()).replace(/\r\n[ \t]/g, '').split('\r\n');
  return Object.fromEntries(lines.map((line) => /^([^:]*):?(.*)$/.exec(line)!.slice(1)));
}
