import { type Duration, hours } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { createTestServices, type TestServices } from '../../../tests/kit/services';
import { send } from '../dispatch';
import { startMachine } from '../start';
import type { Sent } from '../types';
import { parcelFlow } from './parcel.flow';
import { sampleRegistry } from './sample-registry';

type Parcel = typeof parcelFlow;

/** Services with the queues of the sample, and short ways to start and move parcels. */
export async function createSampleKit() {
  const { registry, seen } = sampleRegistry();
  const kit: TestServices = await createTestServices({ registry });
  const rows = async (
    sql: string,
    values: unknown[] = [],
  ): Promise<Array<Record<string, unknown>>> =>
    (await kit.services.database.pool.query(sql, values)).rows;
  const start = async (windows: { packWindow?: Duration; returnWindow?: Duration } = {}) => {
    const id = newId();
    const input = { parcelId: id, packWindow: hours(2), returnWindow: hours(24), ...windows };
    await startMachine(kit.ctx(), parcelFlow, { id, input });
    return id;
  };
  const sendEvent = (
    id: string,
    event: Sent<Parcel['machine']>,
    more: { key?: string; expectedVersion?: number } = {},
  ) => send(kit.ctx(), parcelFlow, { id, event, ...more });
  return { ...kit, registry, seen, rows, start, send: sendEvent };
}

export type SampleKit = Awaited<ReturnType<typeof createSampleKit>>;
