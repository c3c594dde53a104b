import { z } from 'zod';

const instant = z.iso.datetime();

/** Rows are counted this far; more are 'more than that'. A list that has more ends there, and its filter is narrowed. */
export const totalCap = 500;

/** How many there are; null: more than {@link totalCap}. */
const countUpToCap = z.int().nullable();

/** `GET /api/admin/audit`. Filters: `actor`, `action`, `objectType`, `objectId`, `outcome`, `from`, `to`. */
export const auditRecord = z.strictObject({
  id: z.int(),
  at: instant,
  actor: z.string(),
  action: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  outcome: z.enum(['ok', 'refused', 'failed']),
  facts: z.record(z.string(), z.unknown()),
  /** Where the request came from; for admins, null for reviewers. */
  ip: z.string().nullable(),
  /** Why somebody looked, in their own words; for admins, null for reviewers and where nobody was asked. */
  reason: z.string().nullable(),
  /** A reason was typed, and its text has been erased since; for admins. */
  reasonErased: z.boolean(),
  allowedEvents: z.array(z.string()),
});
export type AuditRecord = z.output<typeof auditRecord>;

/** `GET /api/admin/settings`: `id` is the key. Of `change {value, version?}`, `reset {version?}`. */
export const settingRecord = z.strictObject({
  id: z.string(),
  value: z.unknown(),
  defaultValue: z.unknown(),
  isDefault: z.boolean(),
  /** Another one after each change. */
  version: z.string(),
  /** JSON Schema of the value, for the form. */
  schema: z.record(z.string(), z.unknown()),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  allowedEvents: z.array(z.string()),
});
export type SettingRecord = z.output<typeof settingRecord>;

/** The diagram of a machine: states with their parent, and the edges between them. */
export const machineDiagram = z.strictObject({
  states: z.array(
    z.strictObject({
      /** Dotted path: `published.reviewed.local`. */
      id: z.string(),
      parent: z.string().nullable(),
      type: z.enum(['atomic', 'compound', 'parallel', 'final', 'history']),
      initial: z.boolean(),
      current: z.boolean(),
    }),
  ),
  edges: z.array(
    z.strictObject({
      from: z.string(),
      to: z.string(),
      /** Readable: `leads.approve`, `after screening-window`, `always`. */
      event: z.string(),
      guard: z.string().nullable(),
    }),
  ),
});
export type MachineDiagram = z.output<typeof machineDiagram>;

const workflowListed = {
  id: z.uuid(),
  machine: z.string(),
  machineVersion: z.int(),
  status: z.enum(['active', 'done']),
  stuck: z.boolean(),
  /** Dotted path of the current state. */
  state: z.string(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** Of `retry {alertId}`, `dismiss {alertId}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/workflows`. */
export const workflowRecord = z.strictObject(workflowListed);
export type WorkflowRecord = z.output<typeof workflowRecord>;

const failedJob = z.strictObject({
  alertId: z.int(),
  job: z.string(),
  reason: z.string(),
  at: instant,
});

/** `GET /api/admin/workflows/{id}`. */
export const workflowDetailRecord = z.strictObject({
  ...workflowListed,
  diagram: machineDiagram,
  /** Ids and plain values of the instance, as stored. */
  context: z.record(z.string(), z.unknown()),
  history: z.array(
    z.strictObject({ version: z.int(), name: z.string(), actor: z.string(), at: instant }),
  ),
  timers: z.array(z.strictObject({ name: z.string(), fireAt: instant, overdue: z.boolean() })),
  failedJobs: z.array(failedJob),
});
export type WorkflowDetailRecord = z.output<typeof workflowDetailRecord>;

const names = z.array(z.string());

const eventListed = {
  /** The event's name: `offers.accepted`. */
  id: z.string(),
  /** What has happened, in a sentence. */
  when: z.string(),
  /** Calls, timers, jobs and other events; empty where only a command inside the product causes it. */
  causedBy: names,
  /** Steps and jobs of its own. */
  steps: names,
  jobs: names,
  /** Names of the mails and in-app notifications. */
  notifies: names,
  /** None: an event is only looked at. */
  allowedEvents: names,
};

/** `GET /api/admin/events`: what can happen, and what follows from it. */
export const eventRecord = z.strictObject(eventListed);
export type EventRecord = z.output<typeof eventRecord>;

/** `GET /api/admin/events/{id}`. */
export const eventDetailRecord = z.strictObject({
  ...eventListed,
  /** Fields of the event. */
  holds: names,
  /** What its transaction writes, by table. */
  rows: z.array(z.strictObject({ table: z.string(), columns: z.string() })),
  audit: names,
  /** Types of live messages, by whose pages hear them. */
  live: z.array(z.strictObject({ reader: z.string(), types: names })),
  enqueues: names,
  /** `to`: what its recipients can be. */
  notifications: z.array(
    z.strictObject({ name: z.string(), to: names, by: z.string(), topic: z.string() }),
  ),
  /** Events that this one causes, each with those that it causes in turn. */
  follows: z.array(z.strictObject({ event: z.string(), depth: z.int() })),
});
export type EventDetailRecord = z.output<typeof eventDetailRecord>;

/** `GET /api/admin/jobs`: failed jobs that nobody has dealt with; `id` is the alert's. Of `retry`, `dismiss`. */
export const jobRecord = z.strictObject({
  id: z.int(),
  job: z.string(),
  reason: z.string(),
  at: instant,
  workflowId: z.uuid().nullable(),
  allowedEvents: z.array(z.string()),
});
export type JobRecord = z.output<typeof jobRecord>;

const day = z.strictObject({ day: z.iso.date(), count: z.int() });

/** `GET /api/admin/queues`: how many wait in each queue. */
export const queueCountsRecord = z.strictObject({
  queues: z.array(z.strictObject({ id: z.string(), waiting: countUpToCap })),
});
export type QueueCounts = z.output<typeof queueCountsRecord>;

/** `GET /api/admin/home`: queues with their clocks, and thirty days in figures. */
export const homeRecord = z.strictObject({
  /** The demo runs: a first visit is guided. */
  demo: z.boolean(),
  queues: z.array(
    z.strictObject({
      /** `clinics`, `leads`, `deals`, `reviews`, `conversations`, `notifications`, `jobs`. */
      id: z.string(),
      waiting: countUpToCap,
      late: countUpToCap,
      /** The most urgent ones, oldest promise first; at most five. */
      next: z.array(
        z.strictObject({ id: z.string(), label: z.string(), dueAt: instant.nullable() }),
      ),
    }),
  ),
  charts: z.strictObject({
    registrations: z.array(day),
    approvals: z.array(day),
    leads: z.array(day),
    published: z.array(day),
  }),
  /** Hours from complete to decided, of the latest decisions of thirty days; null below five of them. */
  medianReviewHours: z.number().nullable(),
  /** Claims of the public site that nobody has confirmed; for admins, null for reviewers. */
  unconfirmedClaims: z.int().nullable(),
  /** Clinics whose offers counted most or least again and again where plans for one request lay apart; at most five. */
  apart: z.array(
    z.strictObject({
      clinicId: z.uuid(),
      clinicName: z.string(),
      /** Requests in which it stood at either end. */
      requests: z.int(),
      highest: z.int(),
      lowest: z.int(),
    }),
  ),
  /** Alerts about codes: `sms_alert` rows of the last day. */
  smsAlerts: z.array(
    z.strictObject({
      kind: z.enum(['unused-codes', 'site-busy', 'site-cap', 'low-conversion']),
      dialCode: z.string(),
      hour: instant,
      sent: z.int(),
      verified: z.int(),
    }),
  ),
});
export type HomeRecord = z.output<typeof homeRecord>;
