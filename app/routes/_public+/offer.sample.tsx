import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { SamplePage } from '#app/offers/sample-page';
import type { PageHandle } from '#app/layout/page-handle';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('offers.sample');

export const loader = pageLoader('public', async () => ({}));

export default SamplePage;
