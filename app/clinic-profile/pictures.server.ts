import { data, type ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import {
  addPicture,
  nameDoctor,
  ownClinicProfile,
  removePicture,
} from '#modules/clinic-onboarding';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { formUploadBytes, readUpload } from '#platform/files/upload';
import { contextFor } from '#app/http/context.server';
import { asAppError, fieldsInWords, logFailure, messageOf, statusOf } from '#app/http/errors';
import { intent, isAnswer, pageAction } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { unlessGone } from '../clinic/registration-steps.server';
import { profilePath } from './paths';

const picturesPath = `${profilePath}/pictures`;
const field = 'picture';

export async function loadPictures(ctx: Ctx<ActorOf<'clinic'>>) {
  const { clinic, slug, pictures, profile } = await ownClinicProfile(ctx);
  const doctors = new Set([clinic.doctorName, ...profile.doctors.map(({ name }) => name)]);
  return { clinicName: clinic.clinicName, slug, pictures, doctors: [...doctors] };
}

/** Why a picture was not taken: its name, and the words for it. */
export interface PictureFailure {
  readonly name: string | null;
  readonly words: string;
}

export interface PicturesReply {
  readonly intent: 'pictures';
  readonly failures: readonly PictureFailure[];
}

/** Nothing chosen: the rooms and the house. */
const namedDoctor = z.object({ id: z.uuid(), doctorName: z.string().max(200).optional() });

const plainForms = pageAction('approved-clinic', {
  'remove-picture': intent('approved-clinic', z.object({ id: z.uuid() }), async (ctx, { id }) => {
    await removePicture(ctx, { id }).catch(unlessGone);
    return redirect(picturesPath);
  }),
  'name-doctor': intent('approved-clinic', namedDoctor, async (ctx, { id, doctorName = null }) => {
    await nameDoctor(ctx, { id, doctorName }).catch(unlessGone);
    return redirect(picturesPath);
  }),
});

/** Pictures come as one form with files, with a script and without; everything else is a plain form. */
export function picturesAction(args: ActionFunctionArgs) {
  const type = args.request.headers.get('Content-Type') ?? '';
  return type.startsWith('multipart/form-data') ? takePictures(args) : plainForms(args);
}

/** Takes any number of pictures; one that is not taken costs none of the others. */
async function takePictures({ request, context }: ActionFunctionArgs) {
  const failures: PictureFailure[] = [];
  let status = 422;
  const note = (thrown: unknown, name: string | null): void => {
    const { error } = asAppError(thrown);
    logFailure(context.log, thrown);
    status = statusOf(error.code);
    const words = Object.values(fieldsInWords(error.details, context.locale)).flat();
    failures.push({ name, words: words[0] ?? messageOf(error, context.locale) });
  };
  try {
    const ctx = await contextFor(context, request, 'approved-clinic');
    let taken = 0;
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: formUploadBytes,
      onFile: async (file) => {
        if (file.field !== field) throw new AppError('malformed_upload');
        await addPicture(ctx, { bytes: file.bytes }).then(
          () => (taken += 1),
          (error: unknown) => note(error, file.name),
        );
      },
    });
    if (failures.length === 0) {
      if (taken > 0) return redirect(`${picturesPath}?added`);
      note(noneChosen(), null);
    }
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown;
    note(thrown, null);
  }
  return data({ intent: 'pictures', failures } satisfies PicturesReply, { status });
}

const noneChosen = (): AppError =>
  new AppError('validation_failed', { fields: { [field]: ['onboarding.error.picture-empty'] } });
