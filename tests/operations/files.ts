import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { makeSettings } from '../../ops/containers/make-settings.mjs';

/** A service as compose.yaml writes it. */
export interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly target?: string };
  readonly command?: readonly string[];
  readonly env_file?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly extra_hosts?: readonly string[];
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly shm_size?: string;
  readonly stop_grace_period?: string;
  readonly ulimits?: { readonly nofile: { readonly soft: number; readonly hard: number } };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** compose.yaml, or a file that is laid over it. */
export const readCompose = (file = 'compose.yaml'): Compose =>
  parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;

/** The pairs of a file of settings, as a container is given them. */
export const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );

/** Hands `use` a folder of settings as an operator makes it, and removes it. */
export function withSettings<T>(use: (folder: string) => T): T {
  const place = mkdtempSync(path.join(os.tmpdir(), 'clinic-settings-'));
  try {
    const folder = path.join(place, 'settings');
    makeSettings('clinics.example', folder);
    return use(folder);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Bytes of `1536m`, `1G`. */
export function bytesOf(size: string): number {
  const [, number, unit = ''] = /^(\d+)([kmg]?)$/i.exec(size) ?? [];
  if (!number) throw new Error(`${size} is no size`);
  return Number(number) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase());
}

/** What production.md says of a kind of process: open files, and memory in bytes. */
export function saidOf(kind: 'web process' | 'worker' | 'courier'): {
  files: number;
  memory: number;
} {
  const text = readFileSync('docs/runbooks/production.md', 'utf8');
  const [, files, memory] =
    new RegExp(`\\| ${kind} +\\| ([\\d,]+) +\\| ([\\d,]+) MB +\\|`).exec(text) ?? [];
  if (!files || !memory) throw new Error(`production.md says nothing of a ${kind}`);
  const plain = (number: string) => Number(number.replaceAll(',', ''));
  return { files: plain(files), memory: plain(memory) * 1024 ** 2 };
}
