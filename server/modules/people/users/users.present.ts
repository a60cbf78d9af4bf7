import type { FastifyReply } from 'fastify'
import type { User } from '#contract/auth.ts'
import { textInForce } from '#contract/consent-texts.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { REDRAWN_TYPE } from '#server/platform/picture-types.ts'
import { findUser } from './find-user.ts'
import { openIdentification } from './identification.ts'
import { fullName, photoUrls } from './person.ts'
import { isProofNeeded } from './phone.queries.ts'
import { openPhone } from './sealed-phone.ts'
import type { UserRow } from './users.queries.ts'

type ShowDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>

export async function showOwnUser(deps: ShowDeps, { userId }: ActorId): Promise<User> {
  return await presentOwnUser(deps, await findUser(deps.db, userId))
}

/** Person as shown to themselves only, with the decrypted national id. */
export async function presentOwnUser(deps: ShowDeps, user: UserRow): Promise<User> {
  const unproved = async () => ((await isProofNeeded(deps.db)) ? 'needed' : 'optional')
  return {
    id: user.id,
    email: user.email,
    email_confirmed: user.email_confirmed_at !== null,
    terms_accepted: hasAcceptedTerms(deps, user),
    phone_proof: user.phone_proved_at ? 'proved' : await unproved(),
    username: user.username,
    first_name: user.first_name,
    roles: [...user.roles],
    profile: {
      full_name: fullName(user),
      first_name: user.first_name,
      last_name: user.last_name,
      ...(user.name_version === 0 && !user.identity_verified_at && { name_guessed: true }),
      status: user.roles.includes('driver') ? 'Conductor' : 'Pasajero',
      verification: user.identity_verified_at !== null,
      identification_type: user.identification_type,
      identification_number: openIdentification(deps.secrets, user),
      phone_number: openPhone(deps.secrets, user),
      photo_url: photoUrls(user)?.full ?? null,
    },
  }
}

/** Whether the person accepted the terms in force, not only an older version. */
function hasAcceptedTerms(deps: Pick<Deps, 'clock' | 'consentTexts'>, user: UserRow): boolean {
  const { version } = textInForce('terms', bogotaDate(deps.clock.now()), deps.consentTexts)
  return user.terms_version !== null && user.terms_version >= version
}

/** Sends a photo, cached for a day if the URL has a version, else revalidated. */
export function sendPhoto(reply: FastifyReply, photo: Buffer, version: string | undefined): Buffer {
  reply.headers({
    'content-type': REDRAWN_TYPE,
    'content-disposition': 'inline; filename="foto.webp"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    // Lets the pages of the native app, which have another origin, show the photo.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': version ? 'private, max-age=86400' : 'no-cache',
  })
  return photo
}
