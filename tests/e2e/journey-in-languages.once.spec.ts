import type { Page } from '@playwright/test';
import { addressIn } from '#app/i18n/address';
import { directionOf, nameOf, type OfferedLocale } from '#platform/base/locale';
import { englishIn, textsOf } from '../kit/english-words';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { fits, onPhone } from './kit/page';
import { newPhone } from './kit/people';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';

/** Who reads a language, and what they and their clinic write. */
interface Party {
  readonly locale: OfferedLocale;
  readonly firstName: string;
  readonly lastName: string;
  readonly notes: string;
  readonly offer: string;
}

/** A patient who reads another language, at a browser that asks for English. */
class Reader {
  readonly phone = newPhone();
  readonly email = `reader.${this.phone.slice(-7)}@example.com`;
  private readonly texts: Readonly<Record<string, string>>;

  constructor(
    private readonly page: Page,
    private readonly scripts: boolean,
    private readonly locale: OfferedLocale,
  ) {
    this.texts = textsOf(locale);
  }

  /** The text of a key, up to its first value or element. */
  t = (key: string): string => this.texts[key]!.split(/[{<]/)[0]!.trim();

  async goes(path: string): Promise<void> {
    await this.page.goto(path);
    await this.understands();
  }

  /** Nothing on the page is in English; a press from now on is heard by its scripts. */
  async understands(): Promise<void> {
    const { page } = this;
    if (this.scripts) await page.waitForLoadState('networkidle');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('lang', this.locale);
    await expect(root).toHaveAttribute('dir', directionOf(this.locale));
    expect(await fits(page), `${page.url()} fits`).toBe(true);
    expect(englishIn(await page.title(), this.locale), `title of ${page.url()}`).toEqual([]);
    expect(englishIn(await page.locator('body').innerText(), this.locale), page.url()).toEqual([]);
  }

  async presses(key: string): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: this.t(key), exact: true })
      .click();
  }

  async chooses(key: string, next: string): Promise<void> {
    await this.page.getByText(this.t(key), { exact: true }).click();
    if (!this.scripts) await this.presses('consultation.continue');
    await expect(this.page).toHaveURL(new RegExp(`${next}$`));
    await this.understands();
  }

  /** By the list of the header, which a narrow screen has in its menu. */
  async switchesTo(to: OfferedLocale): Promise<void> {
    const header = this.page.getByRole('banner');
    const summaries = header.locator('summary').filter({ visible: true });
    const list = summaries.filter({ hasText: nameOf(to === this.locale ? 'en' : this.locale) });
    await ((await list.count()) > 0 ? list : summaries.last()).click();
    await header
      .getByRole('button', { name: nameOf(to) })
      .filter({ visible: true })
      .click();
  }
}

// Words depend on neither the size nor scripts: each way of reading is in one of them.
const setUps = [
  {
    where: 'on a phone without JavaScript',
    use: { ...onPhone, javaScriptEnabled: false },
    party: {
      ...{ locale: 'tr', firstName: 'Ayşe', lastName: 'Yılmaz' },
      ...{ notes: 'Üst sol diş, aceleye gerek yok.', offer: 'Mayıs ayında, memnuniyetle.' },
    },
  },
  {
    where: 'at a desk',
    use: {},
    party: {
      ...{ locale: 'de', firstName: 'Jürgen', lastName: 'Weiß' },
      ...{ notes: 'Oben links, es eilt nicht.', offer: 'Im Mai, sehr gern.' },
    },
  },
  {
    where: 'on a phone',
    use: onPhone,
    party: {
      ...{ locale: 'ar', firstName: 'نورة', lastName: 'الحربي' },
      ...{ notes: 'السن العلوي الأيسر، لا داعي للعجلة.', offer: 'في مايو، بكل سرور.' },
    },
  },
] as const satisfies ReadonlyArray<{ where: string; use: object; party: Party }>;

for (const { where, use, party } of setUps)
  test.describe(`${party.locale}, ${where}`, () => {
    test.use(use);

    test('a reader comes from the first page to a deal without a word of English', async ({
      page,
      browser,
      baseURL,
      scripts,
      outbox,
      expectedErrors,
    }) => {
      expectedErrors.push(/404/);
      test.setTimeout(240_000);
      const { locale } = party;
      const reader = new Reader(page, scripts, locale);
      const { t } = reader;

      await page.goto('/');
      if (scripts) await page.waitForLoadState('networkidle');
      expect(englishIn(await page.locator('body').innerText()).length).toBeGreaterThan(10);
      await reader.switchesTo(locale);
      await expect(page).toHaveURL(new RegExp(`/${locale}$`));
      await reader.understands();
      for (const path of ['/how-it-works', '/treatments', '/find-clinics'])
        await reader.goes(addressIn(locale, path));
      await reader.goes(`/${locale}/nowhere`);

      await reader.goes(addressIn(locale, '/login?redirectTo=/consultation'));
      await page.getByLabel(t('auth.phone.label')).fill(reader.phone);
      await reader.presses('auth.phone.submit');
      await expect(page.getByLabel(t('auth.code.label'))).toBeVisible();
      await reader.understands();
      await page.getByLabel(t('auth.code.label')).fill(await outbox.codeFor(reader.phone));
      // With scripts the sixth digit may have sent it already, and the button is gone.
      await page
        .getByRole('button', { name: t('auth.code.submit') })
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      await expect(page.getByLabel(t('auth.profile.first_name'), { exact: true })).toBeVisible();
      await reader.understands();
      await page.getByLabel(t('auth.profile.first_name'), { exact: true }).fill(party.firstName);
      await page.getByLabel(t('auth.profile.last_name'), { exact: true }).fill(party.lastName);
      await page.getByLabel(t('auth.profile.email'), { exact: true }).fill(reader.email);
      await page.getByRole('checkbox').first().check();
      await reader.presses('auth.profile.submit');
      await expect(page).toHaveURL(/\/consultation/);
      await reader.understands();

      await reader.chooses('catalogue.category.dental', '/treatment');
      await reader.chooses('catalogue.sub-treatment.root-canal', '/area');
      await reader.chooses('catalogue.body-area.smile', '/photos');
      await page.goto('/consultation/locations');
      await reader.understands();
      await page.getByText(t('catalogue.city.istanbul'), { exact: true }).click();
      await reader.presses('consultation.continue');
      await expect(page).toHaveURL(/\/budget$/);
      await reader.understands();
      const notes = page.locator('textarea[name=notes]');
      await notes.fill(party.notes);
      if (scripts) {
        // What was typed goes along into the other language and back.
        await reader.switchesTo('en');
        await expect(page.locator('html')).toHaveAttribute('lang', 'en');
        await expect(notes).toHaveValue(party.notes);
        await page.waitForLoadState('networkidle');
        await reader.switchesTo(locale);
        await reader.understands();
        await expect(notes).toHaveValue(party.notes);
      }
      await reader.presses('consultation.continue');
      await expect(page).toHaveURL(/\/summary$/);
      await reader.understands();
      await reader.presses('consultation.summary.submit');
      await expect(page.getByRole('heading', { name: t('consultation.done.title') })).toBeVisible();
      await reader.understands();
      await reader.goes('/my-offers');

      const request = async () => {
        const answer = await page.request.get('/api/leads/me');
        const { data } = (await answer.json()) as {
          data: { leads: Array<{ _id: string; status: string }> };
        };
        return data.leads[0]!;
      };
      const staff = await browser.newContext({ baseURL });
      await enterConsole(staff, 'admin');
      const clinic = await approvedClinic(baseURL!, consoleCalls(staff), `Galata ${locale}`);
      // The demo's team needs some seconds.
      await expect.poll(async () => (await request()).status, { timeout: 60_000 }).toBe('reviewed');
      const { _id: leadId } = await request();
      await reader.goes(`/request-detail/${leadId}`);
      await reader.goes(`/offers/${leadId}`);
      const offerId = await clinic.offers(leadId, {
        ...{
          amountCents: 210_000,
          message: party.offer,
          doctorName: 'Dr. Demir',
        },
        items: [{ key: 'procedure', state: 'included' }],
      });
      await reader.goes(`/offers/${leadId}`);
      await reader.goes(`/offer/${offerId}`);
      await expect(page.getByText(party.offer)).toBeVisible();
      await reader.goes(`/conversation/${offerId}`);
      await reader.goes(`/offer/${offerId}/accept`);
      await reader.presses('offers.accept.submit');
      await expect(page).toHaveURL(/\/deal\//);
      await reader.understands();
      for (const path of [
        '/messages',
        '/notifications',
        '/notifications/preferences',
        '/profile',
        '/profile/personal',
        '/profile/security',
        '/profile/privacy',
        '/profile/devices',
        '/profile/help',
        '/profile/support',
        '/profile/activity',
      ])
        await reader.goes(path);

      await expect
        .poll(async () => (await outbox.messagesTo(reader.email)).length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(2);
      const heard = [
        ...(await outbox.messagesTo(reader.email)),
        ...(await outbox.messagesTo(reader.phone)),
      ];
      for (const { subject, text } of heard)
        expect(englishIn(`${subject}\n${text}`, locale)).toEqual([]);
      expect(heard.map(({ text }) => text).join('\n')).toContain(t('mail.layout.hello'));
    });
  });
