/**
 * Preloaded into a process of the product: on a signal it does what a line that somebody planted would do, and writes
 * down what became of it.
 */
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const { PLANTED_FILE = '', PLANTED_PORT = '' } = process.env;

/** @param {number} port @param {string} host */
const connected = (port, host) =>
  new Promise((resolve, reject) => {
    net.connect(port, host, () => resolve('connected')).once('error', reject);
  });

/** @param {Promise<unknown>} attempt */
const outcomeOf = (attempt) =>
  attempt.then(
    () => 'reached',
    (error) => error.cause?.code ?? error.code,
  );

process.on('SIGUSR2', async () => {
  const attempts = [
    fetch('http://169.254.169.254/latest/meta-data/'),
    fetch(`http://127.0.0.1:${PLANTED_PORT}/`),
    connected(Number(PLANTED_PORT), 'localhost'),
    connected(25, 'mail.invalid'),
  ];
  const outcomes = await Promise.all(attempts.map(outcomeOf));
  appendFileSync(PLANTED_FILE, `${JSON.stringify(outcomes)}\n`);
});
