import { benchAudit } from './audit/index';
import { benchEngine } from './engine/index';
import { benchHttp } from './http/index';
import { benchLists } from './lists/index';

/** Measured comparisons, one word each: `npm run bench -- engine`. */
const benches: Record<string, () => Promise<void>> = {
  engine: benchEngine,
  audit: benchAudit,
  http: benchHttp,
  lists: benchLists,
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- <${Object.keys(benches).join('|')}>`);
  process.exitCode = 1;
} else {
  await bench();
}
