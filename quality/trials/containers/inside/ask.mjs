import https from 'node:https';

/** Where people open the product, and what they type without `https`. */
export const site = process.env.SITE;
export const plainSite = process.env.PLAIN_SITE;
/** As if the proxy were at the port that everybody opens. */
export const Host = 'clinics.example';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** One line of what came out. */
export const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * Body and type of a call: a form with files as browsers send it, anything else as JSON.
 * @returns {Promise<{ sent?: Buffer, type?: string }>}
 */
async function packed(body) {
  if (!body) return {};
  if (!(body instanceof FormData))
    return { sent: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const form = new Response(body);
  return {
    sent: Buffer.from(await form.arrayBuffer()),
    type: form.headers.get('content-type'),
  };
}

/** @returns {Promise<{ status: number, headers: object, bytes: Buffer, text: string, ms: number }>} */
export async function ask(path, { method = 'GET', body, headers = {}, agent } = {}) {
  const began = performance.now();
  const { sent, type } = await packed(body);
  return new Promise((resolve, reject) => {
    const given = sent && { 'Content-Type': type, 'Content-Length': sent.length };
    const req = https.request(`${site}${path}`, {
      method,
      agent,
      timeout: 20_000,
      headers: { Host, ...given, ...headers },
    });
    req.once('timeout', () => req.destroy(new Error('timeout'))).once('error', reject);
    req.once('response', async (res) => {
      const pieces = [];
      try {
        for await (const piece of res) pieces.push(piece);
      } catch (error) {
        return reject(error);
      }
      const bytes = Buffer.concat(pieces);
      const ms = performance.now() - began;
      resolve({ status: res.statusCode, headers: res.headers, bytes, text: String(bytes), ms });
    });
    req.end(sent);
  });
}

/** One browser: keeps its cookies, and calls the API. */
export class Browser {
  jar = new Map();

  get cookie() {
    return [...this.jar].map((pair) => pair.join('=')).join('; ');
  }

  async call(method, path, body) {
    const answer = await ask(`/api${path}`, { method, body, headers: { Cookie: this.cookie } });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      this.jar.set(name, value);
    }
    return answer;
  }

  post = (path, body) => this.call('POST', path, body);
  get = (path) => this.call('GET', path);
}
