import { z } from 'zod';
import {
  ticketClosers,
  ticketKinds,
  ticketOwners,
  ticketPriorities,
  ticketStatuses,
  ticketWriters,
} from './status';

const instant = z.iso.datetime();

const listed = {
  id: z.uuid(),
  kind: z.enum(ticketKinds),
  owner: z.enum(ticketOwners),
  /** The account; null of a visitor. */
  ownerId: z.uuid().nullable(),
  /** Of a clinic; null of everybody else. */
  clinicName: z.string().nullable(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  assigneeId: z.uuid().nullable(),
  createdAt: instant,
  lastMessageAt: instant,
  lastFrom: z.enum(ticketWriters),
  /** Until when an answer is due; null while none is. */
  dueAt: instant.nullable(),
  escalatedAt: instant.nullable(),
  closedBy: z.enum(ticketClosers).nullable(),
  /** Of `answer {text}`, `assign {staffId}`, `set-priority {priority}`, `close`, `reopen`, `reveal {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/tickets`: no word of what was written. */
export const ticketRecord = z.strictObject(listed);
export type TicketRecord = z.output<typeof ticketRecord>;

/** `GET /api/admin/tickets/{id}`: with what was written; looking is logged. */
export const ticketDetailRecord = z.strictObject({
  ...listed,
  subject: z.string(),
  /** Language that its owner reads. */
  locale: z.string(),
  /** The latest, oldest first. */
  messages: z.array(
    z.strictObject({
      id: z.uuid(),
      from: z.enum(ticketWriters),
      staffId: z.uuid().nullable(),
      text: z.string(),
      createdAt: instant,
      readAt: instant.nullable(),
    }),
  ),
  /** How the person is reached; only in the answer to `reveal`. */
  contact: z
    .strictObject({
      name: z.string(),
      email: z.string(),
      phoneNumber: z.string().nullable(),
    })
    .nullable(),
});
export type TicketDetailRecord = z.output<typeof ticketDetailRecord>;

/** `GET /api/admin/answers`: what staff wrote once to answer with often. */
export const cannedRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** By language. */
  texts: z.record(z.string(), z.string()),
  updatedBy: z.uuid(),
  updatedAt: instant,
  /** Of `change {name, texts}`, `remove`. */
  allowedEvents: z.array(z.string()),
});
export type CannedRecord = z.output<typeof cannedRecord>;
