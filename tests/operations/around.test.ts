import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mostConnections, sharesOf, timeouts } from '../../app/http/edge/limits';
import { readCompose } from './files';

const compose = readCompose();
const names = (pattern: RegExp): string[] =>
  Object.keys(compose.services).filter((name) => pattern.test(name));
const read = (file: string): string => readFileSync(`ops/containers/${file}`, 'utf8');

/** What an ini file or a postgresql.conf sets. */
const settingOf = (text: string, name: string): string => {
  const found = new RegExp(`^${name} = '?([^'\\n]+)'?$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`${name} is not set`);
  return found;
};

describe('the proxy', () => {
  const config = read('haproxy.cfg');
  const secondsOf = (name: string): number =>
    Number(new RegExp(`^ {2}timeout ${name} (\\d+)s$`, 'm').exec(config)?.[1]);

  it('gives requests to every web process of compose.yaml that is ready', () => {
    const servers = [...config.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, , at]) => at);
    expect(servers).toEqual(names(/^web-/).map((name) => `${name}:3000`));
    expect(config).toMatch(/^ {2}http-check send meth GET uri \/readyz/m);
  });

  it('writes the address of the client anew, and says nothing that the product says', () => {
    expect(config).toMatch(/^ {2}http-request set-header X-Forwarded-For %\[src\]$/m);
    expect(config).toMatch(/^ {2}http-request del-header Forwarded$/m);
    expect(config).not.toMatch(/strict-transport|http-response|option forwardfor/i);
  });

  it('tells an operator whom it is speaking to', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-clients-'));
    const file = path.join(folder, 'tcp6');
    const line = (port: string, there: string, state: string) =>
      `   0: 0000000000000000FFFF0000030012C6:${port} ${there}:D2A1 ${state} 00000000:00000000`;
    const lines = [
      '  sl  local_address                         remote_address                        st',
      line('20FB', '0000000000000000FFFF0000077100CB', '01'),
      line('20FB', '0000000000000000FFFF0000077100CB', '01'),
      line('20FB', 'B80D0120000000000000000001000000', '01'),
      // Of the port without TLS; one that only listens; one that has ended.
      line('1F90', '0000000000000000FFFF0000087100CB', '01'),
      line('20FB', '00000000000000000000000000000000', '0A'),
      line('20FB', '0000000000000000FFFF0000097100CB', '06'),
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const { stdout } = spawnSync('bash', ['ops/containers/clients.sh', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout.trim().split('\n').sort()).toEqual([
      '2001:0db8:0000:0000:0000:0000:0000:0001',
      '203.0.113.7',
    ]);
  });

  it('is as patient as the product, and lets live streams be', () => {
    expect(secondsOf('client')).toBe(timeouts.idle / 1_000);
    expect(secondsOf('server')).toBe(timeouts.idle / 1_000);
    expect(secondsOf('http-request')).toBe(timeouts.headers / 1_000);
    expect(secondsOf('server')).toBeGreaterThan(60);
  });

  it('keeps no idle connection that the product may have closed', () => {
    const purge = Number(/pool-purge-delay (\d+)s/.exec(config)?.[1]);
    // It closes what was idle for one delay at the end of the next.
    expect(purge * 2_000).toBeLessThan(timeouts.keepAlive);
  });

  it('bounds what one client may hold as the product does without a proxy', () => {
    expect(config).toContain(`sc0_conn_cur gt ${sharesOf('production').sockets} }`);
  });

  it('has as many connections to a process as that process takes', () => {
    const all = mostConnections.ordinary + mostConnections.streams;
    expect(config).toContain(` maxconn ${all} `);
    const clients = Number(/^ {2}maxconn (\d+)$/m.exec(config)?.[1]);
    expect(clients).toBeGreaterThan(all * names(/^web-/).length);
    expect(compose.services.proxy?.ulimits?.nofile.soft).toBeGreaterThan(clients * 2);
  });

  it('asks for nothing twice that writes', () => {
    expect(config).toMatch(/^ {2}http-request disable-l7-retry unless METH_GET$/m);
  });
});

describe('the pooler', () => {
  const config = read('pgbouncer.ini');

  it('is a transaction pooler as production.md wants one', () => {
    expect(settingOf(config, 'pool_mode')).toBe('transaction');
    expect(settingOf(config, 'max_prepared_statements')).toBe('500');
    expect(config).not.toContain('ignore_startup_parameters');
  });

  it('lets nobody in and goes nowhere without TLS', () => {
    expect(settingOf(config, 'client_tls_sslmode')).toBe('require');
    expect(settingOf(config, 'server_tls_sslmode')).toBe('verify-full');
    expect(settingOf(config, 'auth_type')).toBe('scram-sha-256');
  });

  it('leaves the server the connections that go past it', () => {
    const past = 3 * names(/^web-/).length + 9 * names(/^worker-/).length;
    const most = Number(settingOf(read('postgresql.conf'), 'max_connections'));
    expect(Number(settingOf(config, 'default_pool_size')) + past + 20).toBeLessThan(most);
  });
});

describe('the database', () => {
  it('lets nobody in from outside without TLS and a password', () => {
    const rules = read('pg_hba.conf')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules.filter((rule) => !/^hostssl .* scram-sha-256$/.test(rule))).toEqual([
      expect.stringMatching(/^local +all +postgres +peer$/),
    ]);
    expect(settingOf(read('postgresql.conf'), 'ssl')).toBe('on');
  });
});

describe('the scanner', () => {
  it('is set as its runbook says', () => {
    const config = read('clamd.conf');
    const runbook = readFileSync('docs/runbooks/scanner.md', 'utf8');
    const [, wanted = ''] = /```\n([^`]+)```/.exec(runbook) ?? [];
    for (const line of wanted.trim().split('\n')) expect(config).toContain(`${line}\n`);
    expect(config).not.toContain('AlertEncrypted');
  });
});
