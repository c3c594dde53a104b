import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type EndedTry,
  recordTries,
} from '#modules/webhooks';
import { milliseconds, seconds } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { stopTimes } from '#platform/base/stop-times';
import type { Services } from '#platform/context';
import { saysAway } from '#platform/database/read-copy';
import { defineCounter } from '#platform/metrics/metrics';
import {
  createDialler,
  type Dialler,
  type Parcel,
  publicReach,
  type Reach,
} from '#platform/ports/courier';
import { type PushIdentity, pushParcel } from './push';
import { webhookParcel } from './webhook';

/** All that a courier works with: its own place in the database, and keys. */
export interface CourierServices extends Pick<Services, 'database' | 'log'> {
  readonly keys: readonly string[];
  /** As whom push services are spoken to; null, and browsers are not notified. */
  readonly push?: PushIdentity | null;
}

type Carriers = Readonly<Partial<Record<ClaimedDelivery['kind'], Carrier>>>;
type Carrier = (delivery: ClaimedDelivery, keys: readonly string[]) => Parcel;

/** How a delivery becomes a parcel, by the kind of its receiver. */
const carriersOf = ({ push }: CourierServices): Carriers => ({
  webhook: webhookParcel,
  ...(push && { push: (delivery, keys) => pushParcel(delivery, keys, push) }),
});

const tries = defineCounter({
  name: 'courier_tries_total',
  help: 'Tries of the courier that ended, by how: taken, refused (an answer that is no 2xx), or failed (no answer)',
  labelNames: ['outcome'],
});

/** Tries under way at once. */
const capacity = 512;
/** Of them, to receivers whose last try timed out: however many hang, half of the courier is for others. */
const capacityForSlow = capacity / 2;
/** Between two looks at the database when nothing is due. */
const idle = milliseconds(500);
/** Between two looks while there is work, at most: what ended meanwhile is recorded together. */
const pace = milliseconds(50);
/** So many are recorded at once: the database takes them for little more than one, and receivers are not kept waiting. */
const together = 64;
const afterFault = seconds(1);

export interface RunningCourier {
  /** Begins no further try, and waits for those under way. */
  stop(): Promise<void>;
}

/** Delivers until it is stopped. `reach` is production's unless a test says otherwise. */
export function startCourier(
  services: CourierServices,
  { reach = publicReach }: { readonly reach?: Reach } = {},
): RunningCourier {
  const round = courierOf(services, createDialler(reach));
  const running = run(services, round);
  return {
    stop: async () => {
      round.stop();
      await running;
    },
  };
}

type Courier = ReturnType<typeof courierOf>;

function courierOf(services: CourierServices, dialler: Dialler) {
  const carriers = carriersOf(services);
  const underWay = new Map<string, ClaimedDelivery>();
  const slow = new Set<string>();
  let ended: EndedTry[] = [];
  let wake = () => undefined as void;
  let awaited = 1;
  let stopping = false;

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const began = performance.now();
    const { status, failure } = await post(services, { dialler, carriers, delivery });
    if (failure === 'timeout') slow.add(delivery.receiverId);
    else slow.delete(delivery.receiverId);
    underWay.delete(delivery.id);
    ended.push({ delivery, status, failure, took: performance.now() - began });
    if (ended.length >= awaited) wake();
  }

  /** Records what ended, and begins what there is room for. Whether anything was to be done. */
  async function step(): Promise<boolean> {
    const recorded = ended;
    ended = [];
    if (recorded.length > 0)
      await recordTries(services, recorded).catch((error: unknown) => {
        ended.unshift(...recorded);
        throw error;
      });
    if (stopping) return recorded.length > 0;
    const slowOnes = [...underWay.values()].filter(({ receiverId }) => slow.has(receiverId));
    const claimed = await claimDeliveries(services, {
      limit: capacity - underWay.size,
      claim: newId(),
      spared: slowOnes.length < capacityForSlow ? [] : [...slow],
      kinds: Object.keys(carriers),
    });
    for (const delivery of claimed) {
      underWay.set(delivery.id, delivery);
      void attempt(delivery);
    }
    return recorded.length + claimed.length > 0;
  }

  return {
    step,
    isStopping: () => stopping,
    isDone: () => underWay.size === 0 && ended.length === 0,
    /** Until so many tries have ended, or so long. */
    wait: (count: number, longest: number) =>
      new Promise<void>((resolve) => {
        awaited = count;
        const timer = setTimeout(resolve, longest);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (ended.length >= count) wake();
      }),
    stop: () => {
      stopping = true;
      wake();
    },
    close: () => dialler.close(),
  };
}

/** Looks, works and waits in turns. Without a database it asks again; a fault of ours is logged, and others go on. */
async function run(services: CourierServices, courier: Courier): Promise<void> {
  let lastLook = Infinity;
  let away = false;
  while (!courier.isStopping() || (!courier.isDone() && performance.now() < lastLook)) {
    if (courier.isStopping()) lastLook = Math.min(lastLook, performance.now() + stopTimes.work);
    try {
      const busy = await courier.step();
      away = false;
      await (busy ? courier.wait(together, pace) : courier.wait(1, idle));
    } catch (error) {
      if (!away) services.log[saysAway(error) ? 'warn' : 'error']({ err: error }, 'courier.stands');
      away = saysAway(error);
      await sleep(afterFault);
    }
  }
  courier.close();
}

async function post(
  services: CourierServices,
  {
    dialler,
    carriers,
    delivery,
  }: { dialler: Dialler; carriers: Carriers; delivery: ClaimedDelivery },
) {
  try {
    const parcel = carriers[delivery.kind]!(delivery, services.keys);
    const outcome = await dialler.post(parcel);
    const { status } = outcome;
    const taken = status !== null && status >= 200 && status < 300;
    tries(services).inc({ outcome: taken ? 'taken' : status === null ? 'failed' : 'refused' });
    return outcome;
  } catch (error) {
    services.log.error({ err: error, delivery: delivery.id }, 'courier.not-tried');
    return { status: null, failure: 'connection' as const };
  }
}
