import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEnv } from '../../../tests/kit/services';
import { openTranslator } from '../open-translator';
import { deepL, deepLOrigin } from './deepl.server';
import { libreTranslate } from './libretranslate.server';

type Answer = (answer: http.ServerResponse) => void;

let server: http.Server;
let origin: string;
let answers: Answer;
let asked: { url: string; key: string | undefined; body: unknown } | undefined;
beforeAll(async () => {
  server = http.createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString() || 'null');
      asked = { url: request.url!, key: request.headers.authorization, body };
      answers(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = undefined;
});

const says =
  (body: unknown): Answer =>
  (answer) =>
    answer.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));

describe('LibreTranslate', () => {
  const translator = () => libreTranslate({ url: `${origin}/`, key: 'k' });

  it('is asked for a plain text, and says which language it was', async () => {
    answers = says({
      detectedLanguage: { confidence: 90, language: 'tr' },
      translatedText: 'Hello <b>',
    });
    expect(await translator().translate('Merhaba <b>', 'en')).toEqual({
      text: 'Hello <b>',
      from: 'tr',
    });
    expect(asked).toEqual({
      url: '/translate',
      key: undefined,
      body: { q: 'Merhaba <b>', source: 'auto', target: 'en', format: 'text', api_key: 'k' },
    });
  });

  it('may say no language, or none that is one', async () => {
    answers = says({ translatedText: 'Hello' });
    expect(await translator().translate('x', 'en')).toEqual({ text: 'Hello', from: null });
    answers = says({ translatedText: 'Hello', detectedLanguage: { language: '<script>' } });
    expect(await translator().translate('x', 'en')).toEqual({ text: 'Hello', from: null });
  });
});

describe('DeepL', () => {
  const translator = () => deepL({ key: 'secret', url: origin });

  it('is asked with its key, and says which language it was', async () => {
    answers = says({ translations: [{ detected_source_language: 'DE', text: 'Hello' }] });
    expect(await translator().translate('Hallo', 'en')).toEqual({ text: 'Hello', from: 'de' });
    expect(asked).toEqual({
      url: '/v2/translate',
      key: 'DeepL-Auth-Key secret',
      body: { text: ['Hallo'], target_lang: 'EN-GB' },
    });
    await translator().translate('Hallo', 'tr');
    expect(asked?.body).toMatchObject({ target_lang: 'TR' });
  });

  it('is at another place for keys of the free contract', () => {
    expect(deepLOrigin({ key: 'a:fx' })).toBe('https://api-free.deepl.com');
    expect(deepLOrigin({ key: 'a' })).toBe('https://api.deepl.com');
  });

  it.each<[string, Answer, string]>([
    ['is away', (answer) => answer.writeHead(503).end('Hallo'), 'answer'],
    ['refuses the key', (answer) => answer.writeHead(403).end(), 'answer'],
    ['has no characters left', (answer) => answer.writeHead(456).end(), 'quota'],
    ['sends elsewhere', (answer) => answer.writeHead(302, { Location: '/x' }).end(), 'unreachable'],
    ['says too much', (answer) => answer.end('x'.repeat(256 * 1024 + 1)), 'too-large'],
    ['says no JSON', (answer) => answer.end('<html>Hallo'), 'answer'],
    ['says something else', says({ translations: [] }), 'answer'],
    ['says two', says({ translations: [{ text: 'a' }, { text: 'b' }] }), 'answer'],
    [
      'ends in the middle',
      (answer) => {
        answer.writeHead(200, { 'Content-Length': '100' });
        answer.write('{');
        setTimeout(() => answer.destroy(), 20);
      },
      'unreachable',
    ],
  ])('gives nothing where it %s, and repeats no word', async (_what, answer, reason) => {
    answers = answer;
    const failed = await translator()
      .translate('Hallo', 'en')
      .catch((error: Error) => error);
    expect(failed).toMatchObject({ name: 'TranslatorError', reason });
    expect(String((failed as Error).stack)).not.toMatch(/Hallo|secret/);
  });
});

describe('which one is opened', () => {
  const of = (more: Record<string, string>) =>
    openTranslator(testEnv('postgres://u@127.0.0.1/clinic', '.data', more))?.name ?? null;

  it('is the one that the settings name, and none by default', () => {
    expect(of({})).toBeNull();
    expect(of({ TRANSLATOR: 'libretranslate', TRANSLATOR_URL: 'http://127.0.0.1:5000' })).toBe(
      'libretranslate',
    );
    expect(of({ TRANSLATOR: 'deepl', TRANSLATOR_KEY: 'k' })).toBe('deepl');
  });

  it.each<[string, Record<string, string>]>([
    ['TRANSLATOR_URL is required', { TRANSLATOR: 'libretranslate' }],
    ['TRANSLATOR_KEY is required', { TRANSLATOR: 'deepl' }],
    ['TRANSLATOR_KEY needs a TRANSLATOR', { TRANSLATOR_KEY: 'k' }],
  ])('%s', (words, more) => {
    expect(() => of(more)).toThrow(words);
  });
});
