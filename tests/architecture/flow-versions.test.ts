import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import {
  fingerprintOf,
  stepStored,
  storedVersionOf,
  unknownTimers,
  type AnyFlow,
  type StoredVersion,
} from '#engine/testing';
import { registry } from '../../workflows/registry';
import { flowSamples } from './flow-samples';

const root = path.join(import.meta.dirname, '../..');

/** `modules/leads/snapshots/lead-v1.json` */
function fileOf({ name }: AnyFlow, version: number): string {
  const [module, ...rest] = name.split('.');
  return path.join(root, 'modules', module!, 'snapshots', `${rest.join('-')}-v${version}.json`);
}

const stored = (flow: AnyFlow, version: number): StoredVersion =>
  JSON.parse(readFileSync(fileOf(flow, version), 'utf8')) as StoredVersion;

const changed = ({ name, version }: AnyFlow) =>
  `${name} has changed. If a release holds its version ${version}, raise \`version\`, add \`migrations\` and keep the ` +
  `file. If none does, delete the file and run the test again: it is written anew. See docs/runbooks/versions.md.`;

const upTo = (version: number): number[] => Array.from({ length: version }, (_, n) => n + 1);

describe.each(registry.flows.map((flow) => [flow.name, flow] as const))('%s', (name, flow) => {
  const sample = flowSamples[name]!;
  const file = fileOf(flow, flow.version);

  it('has snapshots of this version, for the next one', async () => {
    if (existsSync(file)) return;
    const snapshots = JSON.stringify(storedVersionOf(flow, sample));
    // Written where it is missing, refused in CI.
    await expect(await format(snapshots, { parser: 'json', printWidth: 100 })).toMatchFileSnapshot(
      file,
    );
  });

  it('is the flow that its version names', () => {
    expect(stored(flow, flow.version), changed(flow)).toMatchObject({
      flow: name,
      version: flow.version,
      fingerprint: fingerprintOf(flow),
    });
  });

  it('has a snapshot of each state that it can reach', () => {
    const states = (version: StoredVersion) =>
      new Set(version.snapshots.map(({ state }) => JSON.stringify(state.value)));
    expect(states(stored(flow, flow.version))).toEqual(states(storedVersionOf(flow, sample)));
  });

  it.each(upTo(flow.version))('takes over what version %i stored, and goes on', (version) => {
    expect(existsSync(fileOf(flow, version)), `keep the snapshots of version ${version}`).toBe(
      true,
    );
    const old = stored(flow, version);
    expect(old).toMatchObject({ flow: name, version });
    expect(old.snapshots.length).toBeGreaterThan(1);
    expect(stepStored(flow, old, sample)).toEqual([]);
    if (version < flow.version) expect(unknownTimers(flow, old)).toEqual([]);
  });
});
