/**
 * Preloaded into every process of the product under test: writes down whom it dials, whose name it asks for and
 * which programs it starts, and changes nothing else.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import path from 'node:path';

const { CONNECTIONS_FILE = '', NODE_OPTIONS = '' } = process.env;
const who = path.basename(process.argv[1] ?? '');

/** @param {'watched' | 'connect' | 'name' | 'datagram' | 'program'} kind @param {string} target */
const note = (kind, target) =>
  appendFileSync(CONNECTIONS_FILE, `${JSON.stringify({ process: who, kind, target })}\n`);

note('watched', who);

/**
 * Calls `before` with what a method is given, then the method.
 * @param {any} owner @param {string} name @param {(...given: any[]) => void} before
 */
function precede(owner, name, before) {
  const method = owner[name];
  owner[name] = function (/** @type {any[]} */ ...given) {
    before(...given);
    return method.apply(this, given);
  };
}

/** @param {any} host @param {any} port */
const address = (host, port) => `${host ?? 'localhost'}:${port}`;

precede(net.Socket.prototype, 'connect', (...given) => {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first !== 'object' || first === null)
    note(
      'connect',
      second === undefined || typeof second === 'function' ? String(first) : address(second, first),
    );
  else note('connect', first.port ? address(first.host, first.port) : String(first.path));
});

// Whom the product itself refuses to dial does not come this far.
subscribe('clinic.egress-refused', (refusal) =>
  note('connect', `refused: ${/** @type {{ target: string }} */ (refusal).target}`),
);

for (const owner of [dns, dns.promises])
  for (const name of Object.keys(owner).filter((key) => /^(lookup|resolve|reverse)/.test(key)))
    precede(owner, name, (host) => note('name', String(host)));

precede(dgram.Socket.prototype, 'send', (...given) => {
  const port = given.findLastIndex((each) => typeof each === 'number');
  note('datagram', address(given[port + 1], given[port]));
});

// A child with an environment of its own is watched too.
precede(childProcess.ChildProcess.prototype, 'spawn', (options) => {
  note('program', options.args.join(' '));
  if (options.file === process.execPath)
    options.envPairs = [
      ...options.envPairs.filter(
        (/** @type {string} */ pair) => !/^(CONNECTIONS_FILE|NODE_OPTIONS)=/.test(pair),
      ),
      `CONNECTIONS_FILE=${CONNECTIONS_FILE}`,
      `NODE_OPTIONS=${NODE_OPTIONS}`,
    ];
});
precede(childProcess, 'spawnSync', (file) => note('program', String(file)));
syncBuiltinESMExports();
