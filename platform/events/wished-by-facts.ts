import { factsQueue } from '../jobs/queues';

/**
 * The deliveries that facts ask for, as SQL over parameter `param`: a JSON list of
 * `{id, at, fact, instance?}`. The id of each follows from the fact's id and the subscription's name.
 */
export const wishedByFacts = (param: string): string => `
  select md5(f.id || ':' || s.name)::uuid as id, '${factsQueue}' as name,
    jsonb_strip_nulls(jsonb_build_object('payload', f.fact, 'at', f.at, 'instance', f.instance,
      'subscription', s.name, 'key', md5(f.id || ':' || s.name)::uuid)) as data
  from jsonb_to_recordset(${param}::jsonb) as f(id text, at text, fact jsonb, instance text)
  join pgboss.subscription s on s.event = f.fact->>'type'`;
