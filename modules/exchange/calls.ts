import { z } from 'zod';
import { defineCall } from '#platform/call';
import { clinicCappedDto, clinicCountsDto, clinicLeadsQuery, leadCardDto } from './dto';

export const clinicLeadsCall = defineCall({
  id: 'leads.list-for-clinic',
  method: 'GET',
  path: '/clinic/leads',
  summary: 'Published requests that match the clinic, newest first, 20 a page',
  audience: 'approved-clinic',
  query: clinicLeadsQuery,
  data: z.strictObject({
    leads: z.array(leadCardDto),
    nextCursor: z.string().nullable(),
    counts: clinicCountsDto,
    capped: clinicCappedDto,
  }),
  failures: ['invalid_cursor'],
});
