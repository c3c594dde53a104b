import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { approvedClinic } from './kit/approved-clinic';
import { consoleCalls } from './kit/console-calls';
import { hydrated } from './kit/page';
import { enterConsole } from './kit/staff-session';
import { axeViolations, expect, test } from './kit/test';
import { Patient } from './story/patient';

interface Site {
  readonly url: string;
  close(): void;
}

/** A site of another origin with this line in its page, and as strict as one can be. */
async function siteWith(line: string, origin: string): Promise<Site> {
  const server = http.createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', `default-src 'none'; script-src ${origin}`);
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.end(
      `<!doctype html><html lang="tr"><title>Own</title><h1>Our clinic</h1>${line}</html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close(),
  };
}

for (const scripts of [true, false])
  test(`a patient begins on the clinic's own site, ${scripts ? 'with the form' : 'with the link alone'}`, async ({
    browser,
    baseURL,
    outbox,
  }) => {
    test.setTimeout(240_000);
    const staff = await browser.newContext({ baseURL });
    await enterConsole(staff, 'admin');
    const name = scripts ? 'Juniper Own Site Dental' : 'Juniper Own Link Dental';
    const clinic = await approvedClinic(baseURL!, consoleCalls(staff), name);
    const owner = await browser.newContext({ baseURL, javaScriptEnabled: scripts });
    await clinic.enters(owner);
    const line = await takesLine(await owner.newPage(), scripts);
    const site = await siteWith(line, baseURL!);

    const context = await browser.newContext({ baseURL, javaScriptEnabled: scripts });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(site.url);
    if (scripts) {
      const form = page.locator('clinic-request');
      await expect(form.getByRole('heading')).toHaveText('Bizden teklif isteyin');
      await form.getByLabel('Tedavi').selectOption({ label: 'Diş implantı' });
      await expect(form.locator('optgroup')).toHaveCount(1);
      await form.getByLabel('İstanbul').check();
      await form.getByLabel('Antalya').check();
      await isAccessible(page);
      // Nothing but the page and the one file was asked for, and nothing is kept in this browser.
      expect(asked.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([
        site.url,
        `${baseURL}/request-form.js`,
      ]);
      expect(await context.cookies()).toEqual([]);
      await form.getByRole('link').click();
    } else await page.getByRole('link', { name: 'Ask us for an offer' }).click();

    await expect(page).toHaveURL(/\/login\?redirectTo=[^#]*$/);
    // No address that a server reads has the treatment.
    expect(asked.map((url) => url.split('#')[0]).join('\n')).not.toContain('implant');
    const patient = new Patient(page, { scripts, codeFor: outbox.codeFor });
    if (scripts) await hydrated(page);
    await patient.asksForCode(new URL(page.url()).pathname + new URL(page.url()).search);
    await patient.entersCode();
    await patient.completesProfile();
    await expect(page.getByRole('heading', { name: `Ask ${name}` })).toBeVisible();
    if (scripts) {
      await hydrated(page);
      const choice = 'Dental Implants, Istanbul, Antalya';
      await expect(
        page.getByLabel(`Begin with what I chose on the clinic's site: ${choice}`),
      ).toBeChecked();
    }
    await page.getByRole('button', { name: 'Ask this clinic' }).click();
    if (scripts) {
      await expect(page).toHaveURL(/\/consultation\/area$/);
      await patient.chooses('Smile', '/photos');
      await patient.continues();
      await expect(page.getByLabel('Istanbul')).toBeChecked();
      await expect(page.getByLabel('Ankara')).not.toBeChecked();
    } else await expect(page).toHaveURL(/\/consultation$/);
    site.close();
  });

/** Of the form alone: whether the page around it is accessible is its site's business. */
async function isAccessible(page: Page): Promise<void> {
  const violations = await axeViolations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  expect(violations.map(({ id }) => id)).toEqual([]);
}

/** The clinic's page with the line, from its profile. */
async function takesLine(page: Page, scripts: boolean): Promise<string> {
  await page.goto('/clinic/profile');
  await page.getByRole('link', { name: 'A form on your site' }).click();
  const line = page.getByLabel('The line for your page');
  await expect(line).toHaveValue(/^<clinic-request clinic="/);
  if (scripts) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await hydrated(page);
    await page.getByRole('button', { name: 'Copy the line' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    await expect(page.locator('clinic-request').getByRole('heading')).toHaveText(
      'Ask us for an offer',
    );
    await isAccessible(page);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await line.inputValue());
  }
  return line.inputValue();
}
