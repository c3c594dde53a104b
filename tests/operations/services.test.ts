import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopTimes } from '#platform/base/stop-times';
import { bytesOf, saidOf } from './files';

const folder = 'ops/systemd';
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const settingOf = (unit: string, name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))?.[1];

const hardening = {
  User: 'clinic',
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  PrivateDevices: 'yes',
  PrivateUsers: 'yes',
  ProtectKernelTunables: 'yes',
  ProtectKernelModules: 'yes',
  ProtectControlGroups: 'yes',
  RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  RestrictNamespaces: 'yes',
  RestrictSUIDSGID: 'yes',
  LockPersonality: 'yes',
  SystemCallArchitectures: 'native',
  SystemCallFilter: '@system-service',
  StateDirectoryMode: '0700',
  UMask: '0077',
};

describe('the units', () => {
  it('are web, worker, courier, preparation, and the check of the audit log', () => {
    expect(units.sort()).toEqual(
      ['clinic-audit.service', 'clinic-courier.service', 'clinic-prepare.service', 'clinic-web@.service', 'clinic-worker@.service'], // prettier-ignore
    );
  });

  it.each(units)('close %s in', (unit) => {
    for (const [name, value] of Object.entries(hardening))
      expect(settingOf(unit, name)).toBe(value);
    expect(read(unit)).toMatch(/^SystemCallFilter=~@privileged$/m);
    expect(bytesOf(settingOf(unit, 'MemoryMax')!)).toBeGreaterThan(0);
  });

  it.each([
    ['web process', 'clinic-web@.service'],
    ['worker', 'clinic-worker@.service'],
    ['courier', 'clinic-courier.service'],
  ] as const)('give a %s what production.md asks for', (kind, unit) => {
    const { files, memory } = saidOf(kind);
    expect(Number(settingOf(unit, 'LimitNOFILE'))).toBe(files);
    expect(bytesOf(settingOf(unit, 'MemoryMax')!)).toBe(memory);
    expect(settingOf(unit, 'KillSignal')).toBe('SIGTERM');
    expect(settingOf(unit, 'KillMode')).toBe('mixed');
    const patience = Number(/^(\d+)s$/.exec(settingOf(unit, 'TimeoutStopSec')!)?.[1]);
    expect(patience * 1_000).toBeGreaterThan(stopTimes.whole);
  });

  it('tell the owner of the tables to preparation alone', () => {
    const told = units.filter((unit) => read(unit).includes('prepare.env'));
    expect(told).toEqual(['clinic-prepare.service']);
    // Of two files that name the same, systemd takes the last: product.env may have an empty line of that name.
    const files = [...read('clinic-prepare.service').matchAll(/^EnvironmentFile=-?(.*)$/gm)];
    expect(files.map(([, file]) => file)).toEqual([
      '/etc/clinic/product.env',
      '/etc/clinic/prepare.env',
    ]);
  });

  it('tell the courier its own settings alone', () => {
    const files = [...read('clinic-courier.service').matchAll(/^EnvironmentFile=-?(.*)$/gm)];
    expect(files.map(([, file]) => file)).toEqual(['/etc/clinic/courier.env']);
  });

  it('start files that a runtime folder has', () => {
    const started = units.map((unit) => settingOf(unit, 'ExecStart')!);
    expect(
      started
        .join('\n')
        .match(/build\/server\/[a-z-]+\.js/g)
        ?.sort(),
    ).toEqual([
      'build/server/courier.js',
      'build/server/prepare.js',
      'build/server/web.js',
      'build/server/worker.js',
    ]);
    expect(started).toContain('/opt/clinic/current/ops/systemd/audit-check');
  });

  it('check the audit log daily', () => {
    expect(read('clinic-audit.timer')).toMatch(/^OnCalendar=daily$/m);
    expect(read('clinic-audit.timer')).toMatch(/^Persistent=yes$/m);
  });

  it('stand before systemd itself, where it is there', ({ skip }) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip();
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--recursive-errors=no', ...units.map((unit) => `./${unit}`)],
      { cwd: folder, encoding: 'utf8' },
    );
    // The product is not installed here.
    const faults = stderr.split('\n').filter((line) => line && !/is not executable/.test(line));
    expect({ status, faults }).toMatchObject({ faults: [] });
  });
});

describe('the daily check', () => {
  let place: string;
  const end = (n: number): string => `${String(n).repeat(64)}@${n}.${n + 1}`;
  /** Runs it with a verifier that says `said` and ends with `code`; @returns what it was asked, and the end kept. */
  const check = (said: string, code = 0) => {
    const node = path.join(place, 'node');
    writeFileSync(node, `#!/bin/sh\necho "$@" > ${place}/asked\ncat ${place}/said\nexit ${code}\n`);
    chmodSync(node, 0o755);
    writeFileSync(path.join(place, 'said'), said);
    const script = path.join(place, 'audit-check');
    writeFileSync(script, read('audit-check').replace('/opt/clinic/current/bin/node', node));
    const kept = path.join(place, 'end');
    const { status } = spawnSync('sh', [script], { env: { ...process.env, AUDIT_END_FILE: kept } });
    const lines = (name: string) => readFileSync(path.join(place, name), 'utf8').trim();
    return { status, asked: lines('asked').split(' ').slice(1), kept: lines('end') };
  };
  beforeEach(() => {
    place = mkdtempSync(path.join(os.tmpdir(), 'clinic-audit-check-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));
  const sound = (n: number) =>
    `Sound: ${n} entries.\nKeep this where the database's owner cannot reach: ${end(n)}\n`;

  it('keeps the end, and asks for it the next time', () => {
    expect(check(sound(1))).toEqual({ status: 0, asked: [], kept: end(1) });
    expect(check(sound(2))).toEqual({ status: 0, asked: ['--expect', end(1)], kept: end(2) });
  });

  it.each([1, 2])('fails as the verifier does (%d), and keeps the end before', (code) => {
    check(sound(1));
    const told = check(`BROKEN: entry 7\nKeep this: ${end(3)}\n`, code);
    expect(told).toEqual({ status: code, asked: ['--expect', end(1)], kept: end(1) });
  });
});
