import { eventList } from '#platform/lists/console-lists';
import { eventDetailRecord, eventRecord } from '#platform/lists/console-records';
import { listEvents, readEvent } from '#workflows';
import { defineResource } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'events',
  list: eventList,
  record: eventRecord,
  detail: eventDetailRecord,
  events: {},
});

export const events = serve(resource, { list: listEvents, record: readEvent, events: {} });
