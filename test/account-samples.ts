// Sample facts for the messages about an account.
import * as notifications from '#server/modules/foundation/notifications/notifications.messages.ts'
import * as privacy from '#server/modules/office/privacy/privacy.messages.ts'
import * as auth from '#server/modules/people/access/auth/auth.messages.ts'
import * as oauth from '#server/modules/people/access/oauth/oauth.messages.ts'
import * as users from '#server/modules/people/users/users.messages.ts'
import type { Message } from '#server/platform/message.ts'

export type Sample = { message: Message<unknown>; data: unknown }

/** A message with facts of its type. */
export function of<Data>(message: Message<Data>, data: NoInfer<Data>): Sample {
  return { message: message as Message<unknown>, data }
}

const at = '2026-11-20T13:00:00.000Z'
const path = '/recuperar?token=abc'
const mailedCode = { code: '482 913', codeMinutes: 30 }

export const accountSamples: Sample[] = [
  of(auth.recoveryLink, { path, minutes: 30, device: 'Chrome en Windows', askedAt: at }),
  of(auth.passwordChanged, { device: null, at }),
  of(auth.stepUpCode, { code: '012345', minutes: 10 }),
  of(auth.sessionReused, { device: null, at }),
  of(auth.emailChange, { path, hours: 24, newEmail: 'b@correo.test', ...mailedCode }),
  of(auth.emailChanged, { path, days: 7, newEmail: 'b@correo.test', at }),
  of(auth.emailRestored, { at }),
  of(auth.emailConfirm, { path, days: 7, ...mailedCode }),
  of(notifications.mailBounces, {}),
  of(auth.accountExists, {}),
  of(oauth.otherAccount, {}),
  of(oauth.identityChanged, { provider: 'google', change: 'linked', at }),
  of(oauth.identityChanged, { provider: 'apple', change: 'unlinked', at }),
  of(oauth.identityChanged, { provider: 'apple', change: 'revoked', at }),
  of(oauth.wayInLost, { email: 'laura@correo.test', at }),
  of(users.identificationChanged, { verified: true, at }),
  of(privacy.exportReady, { until: at }),
  of(privacy.closingAsked, { dueAt: at }),
  of(privacy.closingTakenBack, {}),
  of(privacy.closingSoon, { dueAt: at }),
  of(privacy.closingWaits, { debtPesos: 20_000 }),
  of(privacy.accountClosed, {
    ...{ pesos: 62_000, lapsedPesos: 10_000, isPaid: true },
    claim: 'CUPO-1A2B-3C4D',
  }),
  ...([undefined, 'privacy'] as const).map((purpose) =>
    of(privacy.termsComing, { version: '2027-02-01', changes: 'Cambia un plazo.', purpose }),
  ),
]
