import { benchAudit } from './audit/index';
import { benchClone } from './clone/index';
import { benchEngine } from './engine/index';
import { benchHttp } from './http/index';
import { benchLists } from './lists/index';
import { benchLive } from './live/index';
import { benchOffers } from './offers/index';
import { benchPages } from './pages/index';
import { benchSlowLine } from './pages/slow-line';

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
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join('|')}>`);
  process.exitCode = 1;
} else {
  await bench(process.argv.slice(3));
}
