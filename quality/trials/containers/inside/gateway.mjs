import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { pause } from './ask.mjs';

const codes = new Map();

/** `POST /` is a message, `GET /<number>` the code of the last one that went there. */
async function handle(req, res) {
  if (req.method === 'GET') return res.end(codes.get(decodeURIComponent(req.url.slice(1))) ?? '');
  let text = '';
  for await (const piece of req) text += piece;
  const message = JSON.parse(text);
  codes.set(message.to, /\b(\d{6})\b/.exec(message.text)?.[1]);
  res.end();
}

/** Takes text messages as the operator's gateway would, and tells the trial their codes. */
export function takeMessages() {
  const host = process.env.HOST;
  http.createServer(handle).listen(9_000, host);
  const [cert, key] = ['crt', 'key'].map((end) => `/run/gateway.${end}`);
  if (existsSync(cert))
    https
      .createServer({ cert: readFileSync(cert), key: readFileSync(key) }, handle)
      .listen(9_443, host);
  process.once('SIGTERM', () => process.exit(0));
}

/** The code that was sent to a number, as the one who holds the phone reads it; undefined after twenty seconds. */
export async function codeSentTo(phoneNumber) {
  for (const until = performance.now() + 20_000; performance.now() < until; await pause(25)) {
    const answer = await fetch(`${process.env.GATEWAY}/${encodeURIComponent(phoneNumber)}`);
    const code = await answer.text();
    if (code) return code;
  }
}
