import { safeRedirect } from '#app/auth/safe-redirect';

const pending = '/clinic/pending-approval';

/** Where a signed-in clinic goes: an approved one to the page it came for, every other one to its application. */
export function homeOf({ approved }: { approved: boolean }, url: URL): string {
  if (!approved) return pending;
  const to = safeRedirect(url.searchParams.get('redirectTo'), '/clinic/dashboard');
  return to.startsWith('/clinic/') && to !== pending ? to : '/clinic/dashboard';
}
