import * as clinicOnboarding from '#contracts/clinic-onboarding';
import * as consultation from '#contracts/consultation';
import * as identity from '#contracts/identity';
import * as leads from '#contracts/leads';
import type { Call } from '#platform/call';
import { adminCalls } from '#app/admin-api/calls';
import { platformCalls } from './platform-calls';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'audience' in value;

/** Every call of the API: what contracts export. A module that gains a contract gains a line here. */
export const calls: readonly Call[] = [
  platformCalls,
  identity,
  consultation,
  leads,
  clinicOnboarding,
]
  .flatMap((contract) => Object.values(contract as Record<string, unknown>))
  .filter(isCall)
  .concat(adminCalls);

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Literal segments come first, so that `/leads/me` is not taken for `/leads/{phoneNumber}`. */
const placeholders = (call: Call) => call.path.split('{').length;
const patterns = [...calls]
  .sort((a, b) => placeholders(a) - placeholders(b))
  .map((call) => ({
    call,
    pattern: new RegExp(
      `^${call.path
        .split(/\{\w+\}/)
        .map(escape)
        .join('[^/]+')}/*$`,
    ),
  }));

const matching = (path: string): Call[] => {
  const first = patterns.find(({ pattern }) => pattern.test(path));
  return first
    ? patterns.filter(({ call }) => call.path === first.call.path).map(({ call }) => call)
    : [];
};

/** The call that a request below `/api` is for; undefined when there is none. */
export const callFor = (method: string, path: string): Call | undefined =>
  matching(path).find((call) => call.method === (method === 'HEAD' ? 'GET' : method));

/** The methods that a path below `/api` answers to; undefined for a path that is no call's. */
export function methodsOf(path: string): string[] | undefined {
  const methods = matching(path).map(({ method }) => method as string);
  if (methods.length === 0) return undefined;
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}
