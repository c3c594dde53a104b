import { factsQueue } from './queues';

/**
 * Deliveries that wait under a subscription's own name go into the queue of all facts, with what they have
 * behind them. A release without that queue put them there; one that runs there now ends there. Takes the
 * names that are to be looked at.
 */
export const moveDeliveries = `
  update pgboss.job_common set name = '${factsQueue}',
    data = data || jsonb_build_object('subscription', name)
  where name = any($1::text[]) and state < 'active'`;
