/**
 * An S3 server by others in place of compose.yaml's store, told by the same words: bucket, address, certificate, key. It
 * knows the key by its id, and does not calculate signatures again.
 */
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { createRequire } from 'node:module';

const installed = createRequire(import.meta.url);
const S3rver = installed('s3rver');
const accounts = installed('s3rver/lib/models/account.js');
const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY, HOST = '0.0.0.0' } = process.env;
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
accounts.DUMMY_ACCOUNT.createKeyPair(ROOT_ACCESS_KEY, ROOT_SECRET_KEY);

const app = new S3rver({ directory: '/buckets', silent: true, vhostBuckets: false });
const answer = app.callback();
const secret = (name) => readFileSync(`/run/secrets/store-${name}`);
https
  .createServer({ cert: secret('certificate'), key: secret('key') }, (req, res) =>
    req.url === '/health' ? res.end('fine') : answer(req, res),
  )
  .listen(7_070, HOST);
process.once('SIGTERM', () => process.exit(0));
