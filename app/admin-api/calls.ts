import type { Call } from '#platform/call';
import type { ResourceName } from './policy';
import { homeCall } from './home-call';
import { callsOf, type Resource } from './resource';
import { resources } from './resources/index';

/** The calls of every resource by its name. */
export const resourceCalls = Object.fromEntries(
  Object.entries<Resource>(resources).map(([name, resource]) => [name, callsOf(resource)]),
) as Record<ResourceName, ReturnType<typeof callsOf>>;

/** All of them, for the registry of the API's calls. */
export const adminCalls: readonly Call[] = [
  homeCall,
  ...Object.values(resourceCalls).flatMap(({ list, read, events }) => [
    list,
    read,
    ...Object.values(events),
  ]),
];
