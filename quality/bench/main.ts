import { benchAudit } from './audit/index';
import { benchClone } from './clone/index';
import { benchEngine } from './engine/index';
import { benchHttp } from './http/index';
import { benchLists } from './lists/index';
import { benchLive } from './live/index';
import { benchOffers } from './offers/index';
import { benchPages } from './pages/index';
import { benchSlowLine } from './pages/slow-line';
import { benchTwins } from './twins/index';
import { runNamed } from './run-named';

/** Measured comparisons, one word each: `npm run bench -- engine`. */
const benches: Record<string, (more: string[]) => Promise<void>> = {
  engine: benchEngine,
  clone: benchClone,
  audit: benchAudit,
  http: benchHttp,
  lists: benchLists,
  live: benchLive,
  offers: benchOffers,
  pages: benchPages,
  'slow-line': benchSlowLine,
  twins: benchTwins,
};

await runNamed('bench', benches);
