import path from 'node:path';
import type { Compose } from '../../../tests/operations/files';
import { mostFiles } from './tools';

export interface Rolled {
  /** Seconds until it had ended. */
  readonly ended: number;
  /** What it ended with. */
  readonly code: string;
  /** Seconds from the order to stop until it was well again. */
  readonly well: number;
}

/** Where the services of compose.yaml run for one trial, and how one speaks to them. */
export interface Ground {
  readonly compose: Compose;
  /** Seconds that each took until it was well. */
  startAll(): Promise<Array<[string, number]>>;
  /** Runs a command in the container of a service. */
  exec(service: string, words: readonly string[]): Promise<string>;
  /** Words of the engine after `run` for somebody outside who does what `inside/` says. */
  outside(words: readonly string[]): string[];
  /** The program that runs containers. */
  readonly engine: string;
  readonly visitors: string;
  /** Stops a service in order, and starts it again. */
  roll(service: string): Promise<Rolled>;
  /** What is to be seen here alone, one line each. */
  more(): Promise<Array<[string, string]>>;
  readonly notTried: string;
  /** What its services said last. */
  lastWords(): Promise<string>;
  clear(): Promise<void>;
}

/** Words for a container of `inside/` on every kind of ground: who people are, and whom they trust. */
export const person = (settings: string, env: Readonly<Record<string, string>>): string[] => [
  `--ulimit=nofile=${Math.min(mostFiles(), 4_096)}`,
  '-v', `${path.resolve('quality/trials/containers/inside')}:/inside:ro`,
  '-v', `${settings}/authority.crt:/authority.crt:ro`, '-e', 'NODE_EXTRA_CA_CERTS=/authority.crt',
  ...Object.entries(env).flatMap((pair) => ['-e', pair.join('=')]),
]; // prettier-ignore

/** The services that stay, in the order in which each can be well; preparation runs before `web-1`. */
export const staying = [
  'database', 'pooler', 'store', 'scanner', 'web-1', 'web-2', 'worker-1', 'worker-2', 'proxy',
] as const; // prettier-ignore

/** A signature database of one line: the EICAR text. */
export const signature =
  'Test.Eicar:0:*:45494341522d5354414e444152442d414e544956495255532d544553542d46494c45';

/** Image of the server that stands for compose.yaml's store, whose image may not be to be had. */
export const storeImage = 'localhost/clinic-trial-store';

export const productImage = 'localhost/clinic-marketplace';
