import { z } from 'zod';
import { contentList, contentRecord } from '#contracts/content';
import { notificationList, notificationRecord } from '#contracts/notifications';
import {
  alertForStaff,
  listAlertsForStaff,
  listAudit,
  listInstancesForStaff,
} from '#engine/operations';
import {
  confirmClaim,
  discardDraft,
  listContent,
  publishDraft,
  readContent,
  restoreVersion,
  saveDraft,
} from '#modules/content';
import { listNotifications, readNotification, resendNotification } from '#modules/notifications';
import { storableInt } from '#platform/base/whole-number';
import {
  auditList,
  eventList,
  jobList,
  settingList,
  workflowList,
} from '#platform/lists/console-lists';
import {
  auditRecord,
  eventDetailRecord,
  eventRecord,
  jobRecord,
  settingRecord,
  workflowDetailRecord,
  workflowRecord,
} from '#platform/lists/console-records';
import {
  changeSetting,
  listEvents,
  listSettings,
  readEvent,
  readSettingForStaff,
  readWorkflow,
  resetSetting,
  settleJob,
  settleJobOf,
} from '#workflows';
import { defineResource, nothing } from '../resource';
import { onlyOne, serve } from '../serve.server';

/** Of the record that was looked at. */
const version = z.string().max(100).optional();

const settingResource = defineResource({
  name: 'settings',
  list: settingList,
  record: settingRecord,
  detail: settingRecord,
  // What a value must look like, its setting knows.
  events: {
    change: z.strictObject({ value: z.unknown(), version }),
    reset: z.strictObject({ version }),
  },
});

export const settings = serve(settingResource, {
  list: listSettings,
  record: readSettingForStaff,
  events: {
    change: (ctx, { id, body }) => changeSetting(ctx, { key: id, ...body }),
    reset: (ctx, { id, body }) => resetSetting(ctx, { key: id, ...body }),
  },
});

const contentVersion = storableInt();
const edition = z.string().max(100).optional();
/** What the sender looked at. */
const seen = { version: contentVersion.optional(), edition };

const contentResource = defineResource({
  name: 'content',
  list: contentList,
  record: contentRecord,
  detail: contentRecord,
  events: {
    // What a value must look like, its part knows.
    'save-draft': z.strictObject({ value: z.unknown(), ...seen }),
    publish: z.strictObject(seen),
    'discard-draft': z.strictObject(seen),
    restore: z.strictObject({ version: contentVersion, edition }),
    confirm: z.strictObject({ index: z.int().min(0).max(100), version: contentVersion.optional() }),
  },
});

export const content = serve(contentResource, {
  list: listContent,
  record: readContent,
  events: {
    'save-draft': (ctx, { id, body }) => saveDraft(ctx, { ...body, key: id, value: body.value }),
    publish: (ctx, { id, body }) => publishDraft(ctx, { ...body, key: id }),
    'discard-draft': (ctx, { id, body }) => discardDraft(ctx, { ...body, key: id }),
    restore: (ctx, { id, body }) => restoreVersion(ctx, { key: id, ...body }),
    confirm: (ctx, { id, body }) => confirmClaim(ctx, { key: id, ...body }),
  },
});

const one = z.strictObject({ alertId: storableInt().min(1) });

const workflowResource = defineResource({
  name: 'workflows',
  list: workflowList,
  record: workflowRecord,
  detail: workflowDetailRecord,
  events: { retry: one, dismiss: one },
});

export const workflows = serve(workflowResource, {
  list: listInstancesForStaff,
  record: readWorkflow,
  events: {
    retry: (ctx, { id, body }) => settleJobOf(ctx, 'retry', { workflowId: id, ...body }),
    dismiss: (ctx, { id, body }) => settleJobOf(ctx, 'dismiss', { workflowId: id, ...body }),
  },
});

const eventResource = defineResource({
  name: 'events',
  list: eventList,
  record: eventRecord,
  detail: eventDetailRecord,
  events: {},
});

export const events = serve(eventResource, { list: listEvents, record: readEvent, events: {} });

const jobResource = defineResource({
  name: 'jobs',
  list: jobList,
  record: jobRecord,
  detail: jobRecord,
  events: { retry: nothing, dismiss: nothing },
});

export const jobs = serve(jobResource, {
  list: listAlertsForStaff,
  record: alertForStaff,
  events: {
    retry: (ctx, { id }) => settleJob(ctx, 'retry', id),
    dismiss: (ctx, { id }) => settleJob(ctx, 'dismiss', id),
  },
});

const notificationResource = defineResource({
  name: 'notifications',
  list: notificationList,
  record: notificationRecord,
  detail: notificationRecord,
  events: { resend: nothing },
});

export const notifications = serve(notificationResource, {
  list: listNotifications,
  record: (ctx, id) => readNotification(ctx, { notificationId: id }),
  events: { resend: (ctx, { id }) => resendNotification(ctx, { notificationId: id }) },
});

const auditResource = defineResource({
  name: 'audit',
  list: auditList,
  record: auditRecord,
  detail: auditRecord,
  events: {},
});

export const audit = serve(auditResource, {
  list: listAudit,
  record: (ctx, id) => onlyOne(auditResource, listAudit, ctx, id),
  events: {},
});
