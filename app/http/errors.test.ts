import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/base/errors';
import { captureLog } from '../../tests/kit/log';
import { failureOf, logFailure } from './errors';

const asked = { requestId: 'id', locale: 'en' } as const;
const ofDriver = (code: string, message = '') => Object.assign(new Error(message), { code });
const wrapped = (cause: Error) => new Error('Failed query: … params: +12125550123', { cause });

const passing: Array<[string, Error, number, string]> = [
  ['a lock that was not to be had', ofDriver('55P03'), 503, '55P03'],
  ['a statement that took too long', wrapped(ofDriver('57014')), 503, '57014'],
  ['a server that goes down', ofDriver('57P01'), 503, '57P01'],
  ['no server', ofDriver('ECONNREFUSED'), 503, 'ECONNREFUSED'],
  ['a disk without room', wrapped(ofDriver('53100')), 503, '53100'],
  ['a pool in use', new Error('timeout exceeded when trying to connect'), 503, 'timeout'],
  ['a server that crashed', wrapped(ofDriver('57P02')), 503, '57P02'],
  ['a server that starts', wrapped(wrapped(ofDriver('57P03'))), 503, '57P03'],
  ['a connection that broke', ofDriver('08006'), 503, '08006'],
  ['a connection that was reset', wrapped(ofDriver('ECONNRESET')), 503, 'ECONNRESET'],
  [
    'an unexpected end',
    wrapped(new Error('Connection terminated unexpectedly')),
    503,
    'Connection',
  ],
  [
    'an end between two statements',
    new Error('Client has encountered a connection error and is not queryable'),
    503,
    'Client',
  ],
  ['a server that leads no more', wrapped(ofDriver('25006')), 503, '25006'],
  ['a transaction that waited too long', ofDriver('25P03'), 503, '25P03'],
  [
    'a pool that closes',
    new Error('Cannot use a pool after calling end on the pool'),
    503,
    'Cannot',
  ],
  ['no server at any address', new AggregateError([ofDriver('ECONNREFUSED')]), 503, 'ECONNREFUSED'],
  ['a deadlock that came back', wrapped(ofDriver('40P01')), 409, '40P01'],
  ['a serialization failure that came back', ofDriver('40001'), 409, '40001'],
];

describe('what passes by itself', () => {
  it.each(passing)('%s', (_name, thrown, status, code) => {
    const answer = failureOf(thrown, asked);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Retry-After')).toBe(status === 503 ? '5' : null);
    const { log, lines } = captureLog();
    logFailure(log, thrown);
    expect(lines).toEqual([expect.objectContaining({ level: 40, code, msg: 'http.unavailable' })]);
    expect(JSON.stringify(lines)).not.toContain('2125550123');
  });
});

describe('the log', () => {
  it('has a line at error level for a fault of ours, without its message', () => {
    const { log, lines } = captureLog();
    logFailure(log, wrapped(ofDriver('23505', 'Key (phone)=(+12125550123) exists')));
    expect(lines).toEqual([expect.objectContaining({ level: 50, msg: 'http.unexpected-error' })]);
    expect(JSON.stringify(lines)).not.toContain('2125550123');
    expect(failureOf(new Error('x'), asked).status).toBe(500);
  });

  it('has none for a refusal', () => {
    const { log, lines } = captureLog();
    logFailure(log, new AppError('not_found'));
    expect(lines).toEqual([]);
  });
});
