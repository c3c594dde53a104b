/**
 * What people do, from inside of the containers' network: `story` signs a patient in and holds a live stream, `visitors`
 * asks for pages until it is told to stop. Runs under the product's own Node, without a package.
 */
import http from 'node:http';
import https from 'node:https';

const [what, seconds] = process.argv.slice(2);
const site = 'https://clinics.example:8443';
/** As if the proxy were at the port that everybody opens. */
const Host = 'clinics.example';
const phoneNumber = '+12125550123';
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** @returns {Promise<{ status: number, headers: object, text: string, ms: number }>} */
function ask(path, { method = 'GET', body, headers = {}, agent } = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = body && JSON.stringify(body);
    const req = https.request(`${site}${path}`, {
      method,
      agent,
      timeout: 20_000,
      headers: { Host, ...(sent && { 'Content-Type': 'application/json' }), ...headers },
    });
    req.once('timeout', () => req.destroy(new Error('timeout'))).once('error', reject);
    req.once('response', async (res) => {
      let text = '';
      try {
        for await (const piece of res) text += piece;
      } catch (error) {
        return reject(error);
      }
      resolve({
        status: res.statusCode,
        headers: res.headers,
        text,
        ms: performance.now() - began,
      });
    });
    req.end(sent);
  });
}

const jar = new Map();

/** One call of the API by one browser. */
async function call(path, body) {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
  const answer = await ask(`/api${path}`, { method: 'POST', body, headers: { Cookie: cookie } });
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    jar.set(name, value);
  }
  return answer;
}

/** Takes text messages as the operator's gateway would. */
function takeMessages() {
  let come;
  const code = new Promise((resolve) => (come = resolve));
  const server = http.createServer(async (req, res) => {
    let text = '';
    for await (const piece of req) text += piece;
    res.end();
    come(/\b(\d{6})\b/.exec(JSON.parse(text).text)?.[1]);
  });
  return new Promise((resolve) =>
    server.listen(9_000, '127.0.0.99', () => resolve({ code, server })),
  );
}

function stream(cookie, ms) {
  return new Promise((resolve) => {
    const began = performance.now();
    let beats = 0;
    const req = https.get(`${site}/api/events?as=patient`, {
      headers: { Host, Cookie: cookie, Accept: 'text/event-stream' },
    });
    const end = (how) =>
      resolve({ how, beats, seconds: Math.round((performance.now() - began) / 1_000) });
    req.once('error', (error) => end(error.message));
    req.once('response', (res) => {
      if (res.statusCode !== 200) return end(`status ${res.statusCode}`);
      res.on('data', () => (beats += 1)).once('end', () => end('ended'));
      setTimeout(() => {
        end('held');
        req.destroy();
      }, ms);
    });
  });
}

async function story() {
  const page = await ask('/login');
  tell({ page: page.status, hsts: page.headers['strict-transport-security'] ?? null });
  const plain = await new Promise((resolve, reject) =>
    http
      .get('http://clinics.example:8080/login', { headers: { Host } }, resolve)
      .once('error', reject),
  );
  tell({ plain: plain.statusCode, to: plain.headers.location });
  const { code, server } = await takeMessages();
  const began = performance.now();
  const sent = await call('/auth/send-code', { phoneNumber });
  const otpCode = await Promise.race([code, pause(20_000)]);
  tell({
    sendCode: sent.status,
    codeAfterSeconds: otpCode ? (performance.now() - began) / 1_000 : null,
  });
  tell({ verifyCode: (await call('/auth/verify-code', { phoneNumber, otpCode })).status });
  const person = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@clinics.example' };
  tell({
    register: (await call('/auth/complete-registration', { phoneNumber, ...person })).status,
  });
  tell({
    stream: await stream(
      [...jar].map((pair) => pair.join('=')).join('; '),
      Number(seconds) * 1_000,
    ),
  });
  server.close();
}

async function visitors() {
  const agent = new https.Agent({ keepAlive: true });
  const told = { asked: 0, failed: 0, slowest: 0, faults: [] };
  let on = true;
  process.once('SIGTERM', () => (on = false));
  // A page that is kept, and one answer that asks the database; less than what one address may ask for in a minute.
  while (on) {
    told.asked += 1;
    try {
      const { status, ms } = await ask(told.asked % 2 ? '/treatments' : '/readyz', { agent });
      told.slowest = Math.max(told.slowest, Math.round(ms));
      if (status !== 200) throw new Error(`status ${status}`);
    } catch (error) {
      told.failed += 1;
      told.faults.push(error.message);
    }
    await pause(250);
  }
  tell(told);
  process.exit(0);
}

await { story, visitors }[what]();
