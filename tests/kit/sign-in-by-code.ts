import { expect } from 'vitest';
import { runJobs } from '#engine/testing';
import { codeOf } from '../../modules/identity/testing';
import { registry } from '../../workflows/registry';
import { FormBrowser } from './form-browser';
import type { TestServer } from './http';

/** Whoever has the number signs in with a code, on the page at `path`; what was told of it is sent. */
export async function signInByCode(
  server: TestServer,
  path: string,
  phone: string,
): Promise<FormBrowser> {
  const browser = new FormBrowser(server);
  await browser.go(path, { intent: 'send', phone });
  const code = await codeOf(server.ctx(), phone);
  expect((await browser.go(path, { intent: 'verify', code })).status).toBe(302);
  await runJobs(server.services, registry);
  return browser;
}
