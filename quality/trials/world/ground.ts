import http from 'node:http';
import type net from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { answers, end } from '../../bench/http/processes';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startTcpProxy, type TcpProxy } from '../../../tests/kit/tcp-proxy';
import { pause, until } from '../cluster/parts';
import { openStage, type Stage, type Started } from '../kit/stage';

/** How a provider behaves: `fails` refuses for now, `hangs` answers nothing. */
export type Mood = 'well' | 'fails' | 'hangs';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly at: number;
}

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly at: number;
}

/** What stands for the providers: it keeps what it took, and misbehaves as its mood says. */
export interface Providers {
  readonly sms: Sms[];
  readonly mails: Mail[];
  readonly mood: { sms: Mood; mail: Mood };
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const portOf = (server: net.Server): number => (server.address() as net.AddressInfo).port;

async function openProviders(): Promise<Providers> {
  const sms: Sms[] = [];
  const mails: Mail[] = [];
  const mood: Providers['mood'] = { sms: 'well', mail: 'well' };
  const gateway = http.createServer((request, response) => {
    const taken = async () => {
      const { to, text } = JSON.parse(await readText(request)) as { to: string; text: string };
      if (mood.sms === 'hangs') return;
      if (mood.sms === 'well') sms.unshift({ to, text, at: Date.now() });
      response.writeHead(mood.sms === 'well' ? 200 : 500).end();
    };
    taken().catch(() => response.destroy());
  });
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, { envelope }, done) =>
      void readText(stream).then(
        (raw) => {
          if (mood.mail === 'hangs') return;
          if (mood.mail === 'fails')
            return done(Object.assign(new Error('later'), { responseCode: 451 }));
          const to = envelope.rcptTo.map(({ address }) => address).join();
          const id = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '';
          mails.push({ id, to, text: raw.replaceAll('=\r\n', ''), at: Date.now() });
          done();
        },
        // The sender is gone before its end.
        () => undefined,
      ),
  });
  mailServer.on('error', () => undefined);
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  return {
    sms,
    mails,
    mood,
    settings: {
      SMS_WEBHOOK_URL: `http://127.0.0.1:${portOf(gateway)}`,
      SMTP_PORT: String(portOf(mailServer.server)),
    },
    close: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await new Promise<void>((resolve) => {
        mailServer.close(resolve);
        setTimeout(resolve, 2_000).unref();
      });
    },
  };
}

/** A process of the product that is killed, paused and started anew, with its own wire to the database. */
export interface Actor {
  readonly name: string;
  readonly wire: TcpProxy;
  /** Between people and it; of a web process. */
  readonly front: TcpProxy | null;
  readonly child: Started;
  /** Why it ended, where the trial did not end it. */
  readonly deaths: readonly string[];
  kill(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** Where people come to a web process, and the port behind it. */
interface Door {
  readonly port: number;
  readonly front: TcpProxy;
}

async function openDoor(): Promise<Door> {
  const port = await freePort();
  return { port, front: await startTcpProxy({ host: '127.0.0.1', port }) };
}

/** A process may end while it starts without a database, and is started again, as whoever runs it would: so often in a row. */
const starts = 5;

async function openActor(
  stage: Stage,
  { role, n, at, site }: { role: 'web' | 'worker'; n: number; at: Door | null; site: string },
): Promise<Actor> {
  const wire = await startTcpProxy({ host: '127.0.0.1', port: stage.databasePort });
  const opsPort = await freePort();
  const port = at?.port ?? opsPort;
  const deaths: string[] = [];
  let asked = false;
  let isReady = false;
  let begun = 0;
  const begin = (): Started => {
    asked = false;
    isReady = false;
    const child = stage.run({ role, port, opsPort, databasePort: wire.port, site });
    const endWithUs = () => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    child.once('exit', (code, signal) => {
      if (asked) return;
      if (isReady || begun === starts) deaths.push(`${role}-${n + 1} ended with ${code ?? signal}`);
      else setTimeout(again, 1_000);
    });
    return child;
  };
  const again = () => {
    if (asked) return;
    begun += 1;
    actor.child = begin();
  };
  const ready = async () => {
    await answers(`http://127.0.0.1:${opsPort}/healthz`);
    isReady = true;
    begun = 0;
  };
  const actor = {
    name: `${role}-${n + 1}`,
    wire,
    front: at?.front ?? null,
    deaths,
    child: begin(),
    kill: async () => {
      asked = true;
      const { child } = actor;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
    start: async () => {
      actor.child = begin();
      await ready();
    },
    end: async () => {
      asked = true;
      await end(actor.child);
      await wire.close();
      await at?.front.close();
    },
  };
  await ready();
  return actor;
}

export interface Ground {
  readonly stage: Stage;
  /** The folder with the build. */
  readonly root: string;
  readonly providers: Providers;
  readonly webs: readonly Actor[];
  readonly workers: readonly Actor[];
  /** The one name by which people call all web processes: the first one's address. */
  readonly site: string;
  close(): Promise<void>;
  /** Ends the product's processes; the database stays. */
  endProduct(): Promise<void>;
}

/** A production of two web processes and two workers on a database of its own. `root`: whose build runs. */
export async function openGround(root = process.cwd()): Promise<Ground> {
  const providers = await openProviders();
  const stage = await openStage({ patients: 0, root, settings: providers.settings });
  const doors = [await openDoor(), await openDoor()];
  const site = `http://127.0.0.1:${doors[0]!.front.port}`;
  const webs: Actor[] = [];
  const workers: Actor[] = [];
  for (const [n, at] of doors.entries()) {
    webs.push(await openActor(stage, { role: 'web', n, at, site }));
    workers.push(await openActor(stage, { role: 'worker', n, at: null, site }));
  }
  const endProduct = async () => {
    await Promise.all([...webs, ...workers].map((actor) => actor.end()));
  };
  return {
    stage,
    root,
    providers,
    webs,
    workers,
    site,
    endProduct,
    close: async () => {
      await endProduct();
      await stage.close();
      await providers.close();
    },
  };
}

/** Waits until the database answers. */
export const untilDatabase = async ({ stage }: Ground): Promise<void> => {
  await until('the database answers', async () => {
    await stage.database.query('select 1');
    return true;
  });
  await pause(100);
};
