import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { courierSettings, parseCourierEnv, parseEnv, settingNames } from '#platform/config/env';
import { stopTimes } from '#platform/base/stop-times';
import { bytesOf, readCompose, saidOf, settingsIn, withSettings, type Service } from './files';

const compose = readCompose();
const services = Object.entries(compose.services);
const named = (pattern: RegExp): Array<[string, Service]> =>
  services.filter(([name]) => pattern.test(name));
const product = named(/^(web|worker)-\d+$|^prepare$/);
const processes = named(/^(web|worker|courier)-\d+$/);

/** Node's own, not the product's. */
const ofNode = ['NODE_EXTRA_CA_CERTS'];

/** What only the operator knows. */
const filledIn = {
  SMS_PROVIDER: 'webhook',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: 'Gt6yRk1zVnQe8LpXwB3dMfJh0cSaUo5iYq9xTl2rC7s',
};

/** The environment of a container, with files of settings from `folder`. */
const environmentOf = (service: Service, folder: string): Record<string, string> =>
  Object.assign(
    {},
    ...(service.env_file ?? []).map((file) => settingsIn(path.join(folder, path.basename(file)))),
    service.environment,
  ) as Record<string, string>;

describe('compose.yaml', () => {
  it('has two web processes, two workers, a courier, and what stands around them', () => {
    expect(services.map(([name]) => name).sort()).toEqual(
      ['courier-1', 'database', 'pooler', 'prepare', 'proxy', 'scanner', 'store', 'web-1', 'web-2', 'worker-1', 'worker-2'], // prettier-ignore
    );
  });

  it.each(services)('closes %s in', (name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add).toBeUndefined();
    expect(service.privileged).toBeUndefined();
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.tmpfs?.every((place) => /:size=\d+m/.test(place))).toBe(true);
    expect(bytesOf(service.mem_limit!)).toBeGreaterThan(0);
    expect(service.cpus).toBeGreaterThan(0);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.restart).toBe(name === 'prepare' ? 'no' : 'unless-stopped');
    expect(service.healthcheck === undefined).toBe(name === 'prepare');
    expect(service.networks?.every((network) => network in compose.networks)).toBe(true);
    expect((service.secrets ?? []).every((secret) => secret in compose.secrets)).toBe(true);
  });

  it('publishes the proxy alone', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
  });

  it('lets out only those that speak to somebody outside', () => {
    const out = new Set(
      Object.entries(compose.networks).filter(([, network]) => !network?.internal).map(([name]) => name), // prettier-ignore
    );
    expect([...out].sort()).toEqual(['edge', 'outside']);
    const reaches = services.filter(([, { networks }]) => networks?.some((name) => out.has(name)));
    expect(reaches.map(([name]) => name).sort()).toEqual(
      ['courier-1', 'proxy', 'scanner', 'worker-1', 'worker-2'], // prettier-ignore
    );
  });

  it('shows the courier the database, and nothing else of ours', () => {
    const [own, ...others] = compose.services['courier-1']!.networks!;
    expect(others).toEqual(['outside']);
    const beside = services.filter(([, { networks }]) => networks?.includes(own!));
    expect(beside.map(([name]) => name).sort()).toEqual(['courier-1', 'database']);
  });

  it('prepares the database once, before web and worker start', () => {
    for (const [, service] of processes)
      expect(service.depends_on?.prepare?.condition).toBe('service_completed_successfully');
    expect(compose.services.prepare?.depends_on?.database?.condition).toBe('service_healthy');
  });

  it('asks each process whether it lives, by the port of its own', () => {
    for (const [name, service] of processes)
      expect(service.healthcheck?.test).toEqual(
        ['CMD', 'node', 'ops/healthy.mjs', name.replace(/-\d$/, '')], // prettier-ignore
      );
  });

  it.each([
    ['web process', /^web-/],
    ['worker', /^worker-/],
    ['courier', /^courier-/],
  ] as const)('gives a %s the memory and the files that production.md asks for', (kind, names) => {
    const { files, memory } = saidOf(kind);
    for (const [, service] of named(names)) {
      expect(service.ulimits?.nofile).toEqual({ soft: files, hard: files });
      expect(bytesOf(service.mem_limit!)).toBe(memory);
    }
  });

  it('waits longer for each process than it takes to end', () => {
    for (const [, service] of [...product, ...processes])
      expect(Number(/^(\d+)s$/.exec(service.stop_grace_period!)?.[1]) * 1_000).toBeGreaterThan(
        stopTimes.whole,
      );
  });
});

describe('on several machines', () => {
  const first = readCompose('ops/containers/compose.first.yaml').services;
  const further = readCompose('ops/containers/compose.further.yaml').services;

  it('the first publishes what the others need, on its private address alone', () => {
    expect(Object.keys(first).sort()).toEqual(['database', 'pooler', 'store']);
    for (const { ports = [] } of Object.values(first))
      expect(ports.map((port) => /^\$\{PRIVATE_ADDRESS:\?[^}]+\}:(\d+):\1$/.test(port))).toEqual([
        true,
      ]);
  });

  it('each further one finds these by the names that their certificates have', () => {
    expect(Object.keys(further).sort()).toEqual(['web-1', 'web-2', 'worker-1', 'worker-2']);
    for (const { extra_hosts: hosts = [] } of Object.values(further))
      expect(hosts.map((line) => line.replace(/:.*$/, '')).sort()).toEqual(
        Object.keys(first).sort(),
      );
  });

  it('gives them a way out of their machine', () => {
    for (const [name, { networks }] of Object.entries(further))
      expect(networks ?? compose.services[name]?.networks).toContain('outside');
  });
});

describe('its settings', () => {
  it.each(product)('are enough for %s, and are settings that there are', (_name, service) => {
    const environment = withSettings((folder) => environmentOf(service, folder));
    const unknown = Object.keys(environment).filter((name) => !settingNames.includes(name));
    expect(unknown).toEqual(ofNode);
    expect(settingNames.filter((name) => !(name in environment))).toEqual([]);
    const env = parseEnv({ ...environment, ...filledIn });
    expect(env).toMatchObject({
      mode: 'production',
      PUBLIC_URL: 'https://clinics.example',
      HOST: '0.0.0.0',
      TRUST_PROXY: 1,
      STORAGE_PROVIDER: 's3',
      SCANNER_PROVIDER: 'clamd',
      throughPooler: true,
    });
    expect(env.OPS_PORT * env.WORKER_OPS_PORT).toBeGreaterThan(0);
  });

  it('name what only the operator knows, one line each', () => {
    const { environment } = withSettings((folder) => ({
      environment: environmentOf(compose.services['web-1']!, folder),
    }));
    expect(() => parseEnv(environment)).toThrow(/^TWILIO_ACCOUNT_SID is required\nTWILIO_AUTH/);
  });

  it('tell the owner of the tables to preparation alone', () => {
    withSettings((folder) => {
      for (const [name, service] of product)
        expect(environmentOf(service, folder).DATABASE_OWNER_URL !== '').toBe(name === 'prepare');
    });
  });

  it('give the courier its own place and keys, and no other secret', () => {
    const environment = withSettings((folder) =>
      environmentOf(compose.services['courier-1']!, folder),
    );
    const { NODE_EXTRA_CA_CERTS, ...own } = environment;
    expect(NODE_EXTRA_CA_CERTS).toBeDefined();
    expect(
      Object.keys(own).filter((name) => !(courierSettings as readonly string[]).includes(name)),
    ).toEqual([]);
    const env = parseCourierEnv(own);
    expect(new URL(env.COURIER_DATABASE_URL)).toMatchObject({
      username: 'clinic_courier',
      hostname: 'database',
    });
    expect(env.COURIER_OPS_PORT).toBeGreaterThan(0);
  });

  it('point at services that there are, over TLS where it is not the scanner', () => {
    const settings = withSettings((folder) => settingsIn(path.join(folder, 'product.env')));
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'S3_ENDPOINT']) {
      const url = new URL(settings[name]!);
      expect(Object.keys(compose.services)).toContain(url.hostname);
      expect(url.protocol === 'https:' || url.search === '?sslmode=verify-full').toBe(true);
    }
    expect(Object.keys(compose.services)).toContain(settings.CLAMD_HOST);
  });

  it('are all files that compose.yaml names, closed to other users of the host', () => {
    withSettings((folder) => {
      const files = [
        ...Object.values(compose.secrets).map(({ file }) => file),
        ...services.flatMap(([, { env_file = [] }]) => env_file),
      ];
      for (const file of files) {
        expect(path.dirname(file)).toMatch(/^(\.\/)?ops\/containers\/settings$/);
        expect(statSync(path.join(folder, path.basename(file))).size).toBeGreaterThan(0);
      }
      expect(statSync(folder).mode & 0o077).toBe(0);
      expect(statSync(path.join(folder, 'authority.key')).mode & 0o077).toBe(0);
    });
  });

  it('are new each time', () => {
    const [one, other] = [1, 2].map(() => withSettings((at) => settingsIn(`${at}/product.env`)));
    for (const name of ['OTP_HMAC_KEYS', 'DATABASE_URL', 'S3_SECRET_ACCESS_KEY'])
      expect(one![name]).not.toBe(other![name]);
  });
});
