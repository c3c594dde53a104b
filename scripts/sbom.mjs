/**
 * `npm run sbom`: writes `build/sbom.cdx.json` (CycloneDX, out of the lockfile alone) and `build/licences.txt`. Fails
 * when a licence is not on the list.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { hostEnv, root } from './lib/host.mjs';
import { isAllowed, licencesOf } from './lib/licences.mjs';
import { oneLine, Refusal, say } from './lib/say.mjs';

const folder = path.join(root, 'build');

/** What npm makes of the lockfile, under the product's name rather than the folder's. */
function billOfMaterials() {
  const asked = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', asked, {
    cwd: root,
    env: hostEnv(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Refusal(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  bill.metadata.component.name = bill.metadata.component['bom-ref'].split('@')[0];
  return bill;
}

process.chdir(root);
try {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const all = licencesOf(packages);
  const refused = all.filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused)
    say(
      `${name}@${version}: ${licence || 'no licence'} is not on the list (scripts/lib/licences.mjs)`,
    );
  const bill = billOfMaterials();
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  const lines = all.map((each) =>
    [each.licence, `${each.name}@${each.version}`, each.dev ? 'tools only' : 'shipped'].join('\t'),
  );
  fs.writeFileSync(path.join(folder, 'licences.txt'), `${[...new Set(lines)].sort().join('\n')}\n`);
  say(
    `build/sbom.cdx.json: ${bill.components.length} components; build/licences.txt: ${all.length} packages`,
  );
  process.exitCode = refused.length > 0 ? 1 : 0;
} catch (error) {
  say(oneLine(error));
  process.exitCode = 1;
}
