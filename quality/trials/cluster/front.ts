import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { keepsStatements, pgbouncerVersion } from '../../../tests/kit/pgbouncer';
import type { Databases } from './database';
import { password } from './node';
import { Part, connects, type Ground } from './parts';

/** What stands between people and product, and between product and database. */
export interface Front {
  /** Where people ask. */
  readonly site: number;
  readonly proxy: Part;
  readonly pooler: Part;
  /** What the product is told of the database. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Whoever leads, as the server's master. */
  readonly master: string;
}

/** How far behind the follower may be before nobody reads from it. */
export const mostBehind = '64kB';

interface Ports {
  readonly site: number;
  readonly primary: number;
  readonly replica: number;
  readonly pooler: number;
}

/** A haproxy that asks Patroni who leads and who follows, and a pgbouncer behind which both are. */
export async function makeFront(
  ground: Ground,
  databases: Databases,
  webs: readonly number[],
): Promise<Front> {
  const [site, primary, replica, pooler] = await Promise.all(Array.from({ length: 4 }, freePort));
  const ports = { site: site!, primary: primary!, replica: replica!, pooler: pooler! };
  const write = (name: string, text: string) => {
    const file = path.join(ground.folder, name);
    writeFileSync(file, text, { mode: 0o644 });
    return file;
  };
  const { proxy, pooler: bouncer } = programs(write, ports, { databases, webs });
  const at = (role: string, port: number, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const version = pgbouncerVersion()!;
  return {
    site: ports.site,
    proxy: new Part(ground, { ...proxy, asDatabaseUser: true }),
    pooler: new Part(ground, { ...bouncer, asDatabaseUser: true }),
    addresses: {
      DATABASE_URL: at('clinic', ports.pooler, 'clinic'),
      DATABASE_READ_URL: at('clinic', ports.pooler, 'clinic_read'),
      DATABASE_DIRECT_URL: at('clinic', ports.primary, 'clinic'),
      DATABASE_OWNER_URL: at('clinic_owner', ports.primary, 'clinic'),
      DATABASE_PREPARED_STATEMENTS: keepsStatements(version) ? 'on' : 'off',
    },
    master: at('postgres', ports.primary, 'clinic'),
  };
}

function programs(
  write: (name: string, text: string) => string,
  ports: Ports,
  { databases, webs }: { databases: Databases; webs: readonly number[] },
) {
  const users = write('pooler-users.txt', `"clinic" "${password}"\n`);
  return {
    proxy: {
      name: 'haproxy',
      command: 'haproxy',
      words: ['-W', '-db', '-f', write('haproxy.cfg', proxySettings(ports, databases, webs))],
      ready: () => connects(ports.site),
    },
    pooler: {
      name: 'pgbouncer',
      command: 'pgbouncer',
      words: [write('pgbouncer.ini', poolerSettings(ports, users))],
      ready: () => connects(ports.pooler),
    },
  };
}

/** The product's part as ops/containers has it, without TLS; the database's as Patroni's manual has it. */
const proxySettings = (ports: Ports, { nodes }: Databases, webs: readonly number[]): string => `
global
  maxconn 1000
  hard-stop-after 5s

defaults
  timeout connect 3s
  timeout queue 5s
  timeout check 2s

frontend site
  mode http
  bind 127.0.0.1:${ports.site}
  timeout http-request 15s
  timeout client 130s
  http-request disable-l7-retry unless METH_GET
  default_backend web

backend web
  mode http
  timeout server 130s
  retries 3
  option redispatch
  retry-on conn-failure empty-response
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz hdr Host proxy
  http-check expect status 200
  default-server check inter 2s fall 2 rise 1 pool-purge-delay 2s
${webs.map((port, n) => `  server web-${n + 1} 127.0.0.1:${port}`).join('\n')}

${databaseSettings('primary', ports.primary, nodes)}
${databaseSettings('replica', ports.replica, nodes, `?lag=${mostBehind}`)}
`;

/** A connection that stays has long silences; whoever leads no longer is left at once. */
const databaseSettings = (
  role: string,
  port: number,
  nodes: Databases['nodes'],
  more = '',
): string => `
listen ${role}
  mode tcp
  bind 127.0.0.1:${port}
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
  option httpchk GET /${role}${more}
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} ${node.machine.address}:${node.port} port ${node.restPort}`).join('\n')}
`;

const poolerSettings = (ports: Ports, users: string): string => `
[databases]
clinic = host=127.0.0.1 port=${ports.primary} dbname=clinic
clinic_read = host=127.0.0.1 port=${ports.replica} dbname=clinic

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
; Whoever waits for a server that is away is told so before the product gives up: lists are read from the primary then.
query_wait_timeout = 3
; A server that was away is asked again after a second, not after fifteen.
server_login_retry = 1
server_connect_timeout = 3
${keepsStatements(pgbouncerVersion()!) ? 'max_prepared_statements = 500' : ''}
`;
