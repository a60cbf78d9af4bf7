import { z } from 'zod'
import { IdentificationType, User } from './auth.ts'
import { imageErrors, inputText, text } from './common.ts'
import { PHOTO_MAX_BYTES } from './limits.ts'
import { IdentificationNumber, PersonName, Username } from './names.ts'
import { del, get, patch, post, put, rawAnswer } from './route.ts'

const Declared = z.object({
  /** Whether the person declared that she is a woman. */
  isWoman: z.boolean(),
  /** Whether her identity is verified; the declaration alone is not enough. */
  isVerified: z.boolean(),
  /** Whether the declaration can no longer change: she drove or booked a trip for women only. */
  isLocked: z.boolean(),
})
export type Declared = z.infer<typeof Declared>

export const users = {
  acceptTerms: post('/users/me/terms', {
    auth: 'live',
    summary: 'Accept the terms and confirm the age',
    description:
      'Notes once that the person of an account opened by Google or Apple accepts the terms and ' +
      'is 18 or older. Repeating it changes nothing.',
    body: z.strictObject({ verification_terms: z.literal('aceptado') }),
    ok: z.object({ user: User }),
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
  }),
  updateMe: patch('/users/me', {
    auth: 'live',
    summary: "Change one's own data",
    description:
      "Changes the signed-in person's own data; absent fields stay. Names are locked once " +
      'documents were approved, and another document number starts the verification again.',
    body: z.strictObject({
      first_name: PersonName.optional(),
      last_name: PersonName.optional(),
      username: Username.nullable().optional(),
      phone_number: text(30).nullable().optional(),
      identification_type: IdentificationType.optional(),
      identification_number: IdentificationNumber.optional(),
      /** Required to change a verified number: the person accepts to be verified again. */
      restart_verification: z.boolean().optional(),
    }),
    ok: z.object({ user: User }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: [
      'terms_required',
      'profile_locked',
      'phone_locked',
      'identity_change_restarts',
      'username_taken',
      'username_reserved',
    ],
  }),
  uploadPhoto: post('/users/me/photo', {
    auth: 'live',
    summary: 'Set the profile photo',
    description:
      "Sets the signed-in person's profile photo, with the consent to show it and to compare it " +
      'by eye with the identity document. The server redraws the image, so nothing else of the ' +
      "file is stored. A driver's photo is then reviewed; published trips stay.",
    body: z.strictObject({ consent: z.literal('aceptado') }),
    file: { field: 'file', maxBytes: PHOTO_MAX_BYTES },
    ok: z.object({ user: User }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: imageErrors,
  }),
  removePhoto: del('/users/me/photo', {
    auth: 'live',
    summary: 'Remove the profile photo',
    description:
      "Removes the signed-in person's profile photo and withdraws its consent. Published trips " +
      'stay; publishing needs a new photo. Safe to repeat.',
    ok: z.object({ user: User }),
    whenExpelled: true,
  }),
  photo: get('/users/:userId/photo', {
    auth: 'public',
    summary: "Show a person's profile photo",
    description:
      'Returns the profile photo of a person, for everybody. With its current `v` caches may ' +
      'keep it for ever.',
    query: z.strictObject({
      v: inputText()
        .regex(/^[0-9a-f]{12}$/)
        .optional(),
      /** Absent: 512 px. `small`: 128 px, for cards. */
      size: z.enum(['small']).optional(),
    }),
    ...rawAnswer,
    etag: true,
    errors: ['photo_not_found'],
  }),
  showWoman: get('/me/woman', {
    auth: 'live',
    summary: 'Show whether one said to be a woman',
    description:
      'Returns whether the signed-in person said that she is a woman, and whether she may still ' +
      'take it back. Nobody else reads it.',
    ok: Declared,
  }),
  declareWoman: put('/me/woman', {
    auth: 'live',
    summary: 'Say that one is a woman, or take it back',
    description:
      'Notes that the signed-in person is a woman, or takes it back, which is possible until a ' +
      'trip for women only was booked or published. Safe to repeat.',
    body: z.strictObject({ isWoman: z.boolean() }),
    ok: Declared,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: ['woman_locked'],
  }),
}
