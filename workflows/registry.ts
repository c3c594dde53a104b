import { careFlow, checkInFlow } from '#modules/aftercare';
import {
  scanAttachmentHandler,
  scanAttachmentJob,
  sweepAttachmentsHandler,
  sweepAttachmentsJob,
} from '#modules/attachments';
import {
  applicationFlow,
  remindOfEndsHandler,
  remindOfEndsJob,
  scanDocumentHandler,
  scanDocumentJob,
  sweepDocumentsHandler,
  sweepDocumentsJob,
} from '#modules/clinic-onboarding';
import { shareFlow } from '#modules/companions';
import { sweepPhotosHandler, sweepPhotosJob } from '#modules/consultation';
import { dealFlow } from '#modules/deals';
import { notifyOfUnreadHandler, notifyOfUnreadJob } from '#modules/messaging';
import { otpChallengeFlow, sendCodeHandler, sendCodeJob } from '#modules/identity';
import { askFlow, leadFlow } from '#modules/leads';
import { markFailed, sendEmailJob, sendTextJob } from '#modules/notifications';
import { announceEndsHandler, announceEndsJob, offerFlow } from '#modules/offers';
import { outcomeFlow } from '#modules/outcomes';
import { notifyOfAnswerHandler, notifyOfAnswerJob, ticketFlow } from '#modules/support';
import {
  archiveFlow,
  eraseJob,
  erasureFlow,
  makeArchiveJob,
  removeArchiveJob,
} from '#modules/leaving';
import { job } from '#engine';
import type { Registry } from '#engine/operations';
import { mailAddressOf } from './account-email';
import { eraseHandler } from './leaving/erase';
import { makeArchiveHandler, removeArchiveHandler } from './leaving/make-archive';
import { sendEmailHandler } from './notifications/send-email';
import { sendTextHandler } from './notifications/send-text';
import { eventSteps, mailKindOf, subscriptions } from './reactions/index';
import { fillTwinsHandler, fillTwinsJob } from './twins/look';
import { forgetJobs, forgetSchedules } from './retention/forget-jobs';

/**
 * Everything that runs outside a request, but for the worker's own repairs (`sweeps/index.ts`). A flow, job, subscription
 * or step that is not here does not run.
 */
export const registry: Registry = {
  flows: [
    otpChallengeFlow,
    leadFlow,
    askFlow,
    offerFlow,
    applicationFlow,
    dealFlow,
    careFlow,
    checkInFlow,
    outcomeFlow,
    shareFlow,
    ticketFlow,
    archiveFlow,
    erasureFlow,
  ],
  jobs: [
    job(sendCodeJob, sendCodeHandler(mailAddressOf)),
    job(sweepPhotosJob, sweepPhotosHandler),
    job(scanDocumentJob, scanDocumentHandler),
    job(sweepDocumentsJob, sweepDocumentsHandler),
    job(scanAttachmentJob, scanAttachmentHandler),
    job(sweepAttachmentsJob, sweepAttachmentsHandler),
    job(remindOfEndsJob, remindOfEndsHandler),
    job(announceEndsJob, announceEndsHandler),
    job(notifyOfUnreadJob, notifyOfUnreadHandler),
    job(notifyOfAnswerJob, notifyOfAnswerHandler),
    job(makeArchiveJob, makeArchiveHandler),
    job(removeArchiveJob, removeArchiveHandler),
    job(eraseJob, eraseHandler),
    job(fillTwinsJob, fillTwinsHandler),
    // A mail that used up its tries is marked as failed; staff see it and may have it sent again.
    job(sendEmailJob, sendEmailHandler(mailKindOf), markFailed),
    job(sendTextJob, sendTextHandler(mailKindOf), markFailed),
    ...forgetJobs,
  ],
  // What follows from each event: `reactions/`, one page per event.
  subscriptions,
  eventSteps,
  schedules: [
    { job: sweepPhotosJob.name, cron: '17 * * * *' },
    { job: sweepDocumentsJob.name, cron: '27 * * * *' },
    { job: sweepAttachmentsJob.name, cron: '37 * * * *' },
    { job: remindOfEndsJob.name, cron: '47 * * * *' },
    { job: announceEndsJob.name, cron: '*/5 * * * *' },
    { job: fillTwinsJob.name, cron: '9 * * * *' },
    ...forgetSchedules,
  ],
  retired: [],
};
