import type { Page } from '@playwright/test';
import { englishIn, textsOf } from '../kit/english-words';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { onPhone } from './kit/page';
import { newPhone } from './kit/people';
import { enterConsole } from './kit/staff-session';
import { expect, test } from './kit/test';

const turkish = textsOf('tr');
/** The Turkish text of a key, up to its first value or element. */
const t = (key: string): string => turkish[key]!.split(/[{<]/)[0]!.trim();

/** A patient who reads Turkish, at a browser that asks for English. */
class Reader {
  readonly phone = newPhone();
  readonly email = `ayse.${this.phone.slice(-7)}@example.com`;

  constructor(
    private readonly page: Page,
    private readonly scripts: boolean,
  ) {}

  async goes(path: string): Promise<void> {
    await this.page.goto(path);
    await this.understands();
  }

  /** Nothing on the page is in English; a press from now on is heard by its scripts. */
  async understands(): Promise<void> {
    const { page } = this;
    if (this.scripts) await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
    expect(englishIn(await page.title()), `title of ${page.url()}`).toEqual([]);
    expect(englishIn(await page.locator('body').innerText()), page.url()).toEqual([]);
  }

  async presses(key: string): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('button', { name: t(key), exact: true })
      .click();
  }

  async chooses(key: string, next: string): Promise<void> {
    await this.page.getByText(t(key), { exact: true }).click();
    if (!this.scripts) await this.presses('consultation.continue');
    await expect(this.page).toHaveURL(new RegExp(`${next}$`));
    await this.understands();
  }

  /** By the button of the header, which a narrow screen has in its menu. */
  async switchesTo(language: string): Promise<void> {
    const header = this.page.getByRole('banner');
    const menu = header.locator('summary').filter({ visible: true });
    if ((await menu.count()) > 0) await menu.click();
    await header.getByRole('button', { name: language }).filter({ visible: true }).click();
  }
}

// Words depend on neither the size nor scripts: the two ends of both are enough.
const setUps = [
  { where: 'at a desk', use: {} },
  { where: 'on a phone without JavaScript', use: { ...onPhone, javaScriptEnabled: false } },
] as const;

for (const { where, use } of setUps)
  test.describe(where, () => {
    test.use(use);

    test('a reader of Turkish comes from the first page to a deal without a word of English', async ({
      page,
      browser,
      baseURL,
      scripts,
      outbox,
      expectedErrors,
    }) => {
      expectedErrors.push(/404/);
      test.setTimeout(240_000);
      const reader = new Reader(page, scripts);

      await page.goto('/');
      if (scripts) await page.waitForLoadState('networkidle');
      expect(englishIn(await page.locator('body').innerText()).length).toBeGreaterThan(10);
      await reader.switchesTo('Türkçe');
      await expect(page).toHaveURL(/\/tr$/);
      await reader.understands();
      for (const path of ['/tr/how-it-works', '/tr/treatments', '/tr/find-clinics', '/tr/nowhere'])
        await reader.goes(path);

      await reader.goes('/tr/login?redirectTo=/consultation');
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
      await page.getByLabel(t('auth.profile.first_name'), { exact: true }).fill('Ayşe');
      await page.getByLabel(t('auth.profile.last_name'), { exact: true }).fill('Yılmaz');
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
      const notes = page.getByLabel(/^(Notes|Notlar)/).first();
      await notes.fill('Üst sol diş, aceleye gerek yok.');
      if (scripts) {
        // What was typed goes along into the other language and back.
        await reader.switchesTo('English');
        await expect(page.locator('html')).toHaveAttribute('lang', 'en');
        await expect(notes).toHaveValue('Üst sol diş, aceleye gerek yok.');
        await page.waitForLoadState('networkidle');
        await reader.switchesTo('Türkçe');
        await reader.understands();
        await expect(notes).toHaveValue('Üst sol diş, aceleye gerek yok.');
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
      const clinic = await approvedClinic(baseURL!, consoleCalls(staff), 'Galata Diş');
      // The demo's team needs some seconds.
      await expect.poll(async () => (await request()).status, { timeout: 60_000 }).toBe('reviewed');
      const { _id: leadId } = await request();
      await reader.goes(`/request-detail/${leadId}`);
      await reader.goes(`/offers/${leadId}`);
      const offerId = await clinic.offers(leadId, {
        ...{
          amountCents: 210_000,
          message: 'Mayıs ayında, memnuniyetle.',
          doctorName: 'Dr. Demir',
        },
        items: [{ key: 'procedure', state: 'included' }],
      });
      await reader.goes(`/offers/${leadId}`);
      await reader.goes(`/offer/${offerId}`);
      await expect(page.getByText('Mayıs ayında, memnuniyetle.')).toBeVisible();
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
      const told = [
        ...(await outbox.messagesTo(reader.email)),
        ...(await outbox.messagesTo(reader.phone)),
      ];
      for (const { subject, text } of told) expect(englishIn(`${subject}\n${text}`)).toEqual([]);
      expect(told.map(({ text }) => text).join('\n')).toContain('Merhaba');
    });
  });
