import type { Browser, BrowserContext } from '@playwright/test';
import type { ApiClinic } from './api-clinic';
import { ApiPatient } from './api-patient';
import { approvedClinic } from './approved-clinic';
import { consoleCalls, type ConsoleCalls } from './console-calls';
import { enterConsole } from './staff-session';

interface BeforeOffers {
  readonly patient: ApiPatient;
  readonly leadId: string;
  /** One for each name, in their order. */
  readonly clinics: ApiClinic[];
}

/** A session of staff is used again for so long, in milliseconds: its second factor stays fresh. */
const keptFor = 4 * 60_000;
let kept: { readonly cookies: Cookies; readonly until: number } | null = null;
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Signed in as an administrator, the same one for tests that one process runs within minutes. */
async function administrator(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL });
  if (kept && kept.until > Date.now()) await context.addCookies(kept.cookies);
  else {
    await enterConsole(context, 'admin');
    kept = { cookies: await context.cookies(), until: Date.now() + keptFor };
  }
  return context;
}

/** Staff are first, or the request's own clock is, on a busy machine. */
async function publishes(staff: ConsoleCalls, leadId: string): Promise<void> {
  try {
    await staff.send(`leads/${leadId}/approve`);
  } catch (error) {
    const { status } = await staff.read<{ status: string }>(`leads/${leadId}`);
    if (status !== 'reviewed') throw error;
  }
}

/**
 * A patient whose request staff have published, and approved clinics that may offer for it; all through the API. That a
 * request is published by its own clock is held by the story of `main/story.spec.ts`.
 */
export async function beforeOffers(
  { browser, baseURL }: { browser: Browser; baseURL: string | undefined },
  clinicNames: readonly string[],
  fields: object | ((patient: ApiPatient) => Promise<object>) = {},
): Promise<BeforeOffers> {
  const patient = new ApiPatient(baseURL!);
  await patient.signIn();
  const leadId = await patient.submits(
    typeof fields === 'function' ? await fields(patient) : fields,
  );
  const context = await administrator(browser, baseURL!);
  const staff = consoleCalls(context);
  const clinics: ApiClinic[] = [];
  for (const name of clinicNames) clinics.push(await approvedClinic(baseURL!, staff, name));
  await publishes(staff, leadId);
  await context.close();
  return { patient, leadId, clinics };
}
