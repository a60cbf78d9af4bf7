import { randomInt, timingSafeEqual } from 'node:crypto'
import { mobileKey, PHONE_WANTED } from '#contract/phone-number.ts'
import { textChannels, textCode } from '#server/modules/foundation/notifications/index.ts'
import {
  auditUser,
  findOwnerOfPhone,
  findUser,
  forgetPhone,
  openPhone,
  phoneIndex,
  provePhone,
  sealPhone,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { forgetHits } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits, subscriberOf } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { phoneChanged, phoneWanted } from './phones.messages.ts'
import { keepPhoneCode, takePhoneCode, tryPhoneCode } from './phones.queries.ts'

type PhoneDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'metrics'>

const CODE_MS = 10 * MINUTE_MS
const CODE_TRIES = 5

/** Limits of phone codes: each message costs money and disturbs the owner of the number. */
const HOUR_SECONDS = HOUR_MS / 1000
const LIMITS = [
  { by: 'person', max: 5, windowSeconds: HOUR_SECONDS },
  { by: 'person', max: 10, windowSeconds: 24 * HOUR_SECONDS },
  { by: 'number', max: 5, windowSeconds: HOUR_SECONDS },
  { by: 'number', max: 10, windowSeconds: 24 * HOUR_SECONDS },
  { by: 'address', max: 30, windowSeconds: HOUR_SECONDS },
] as const

type Channel = 'whatsapp' | 'sms'
type Asked = { phone_number: string; channel?: Channel | undefined; ip: string }

/**
 * Sends a code to a number. If another account has proved it, the answer is the same, but its owner
 * is notified instead. Errors: `invalid_request` (not a Colombian mobile), `phone_channel_off`,
 * `step_up_required` (replaces a proved number), `terms_required`, `rate_limited`.
 */
export async function requestPhoneCode(
  deps: PhoneDeps,
  actor: Actor,
  { phone_number, channel: wanted, ip }: Asked,
) {
  const { userId } = actor
  const channels = textChannels(deps)
  const channel = wanted ?? channels[0]
  if (!channel || !channels.includes(channel)) throw new AppError('phone_channel_off')
  const phone = mobileOf(phone_number)
  const user = await findUser(deps.db, userId)
  if (!user.terms_accepted_at) throw new AppError('terms_required')
  if (user.phone_proved_at && openPhone(deps.secrets, user) !== phone) {
    await requireStepUp(deps, actor)
  }
  await countCode(deps, { userId, phone, ip })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = addMs(deps.clock.now(), CODE_MS)
  const phoneSealed = sealPhone(deps.secrets, userId, phone)
  const hash = digest(deps, userId, code)
  await inTransaction(deps.db, async (tx) => {
    await keepPhoneCode(tx, { userId, phoneSealed, hash, expiresAt: until })
    const owner = await findOwnerOfPhone(tx, phoneIndex(deps.secrets, phone))
    if (owner === undefined || owner === userId) {
      await textCode(tx, deps, { channel, phone, code, until })
    } else await warnOwner(tx, deps, owner)
  })
  return { channel, channels, expires_at: until.toISOString() }
}

/** Normalises a Colombian mobile number to +57 and ten digits. Errors: `invalid_request`. */
export function mobileOf(given: string, field = 'phone_number'): string {
  const phone = mobileKey(given)
  if (phone !== null) return phone
  throw new AppError('invalid_request', { fields: { [field]: PHONE_WANTED } })
}

async function countCode(
  deps: PhoneDeps,
  { userId, phone, ip }: { userId: string; phone: string; ip: string },
): Promise<void> {
  const number = phoneIndex(deps.secrets, phone).toString('hex').slice(0, 32)
  const counted = { person: userId, number, address: subscriberOf(ip) }
  for (const { by, max, windowSeconds } of LIMITS) {
    const key = `phone-code-${by}:${counted[by]}:${windowSeconds}`
    await limitHits(deps, { key, max, windowSeconds })
  }
}

/** Notifies the owner at most once a day, so that nobody who knows the number can flood them. */
async function warnOwner(tx: Tx, deps: TellDeps, userId: string): Promise<void> {
  const cause = `phone-wanted:${deps.clock.now().toISOString().slice(0, 10)}`
  await tellUser(tx, deps, phoneWanted, { userId, data: {}, cause })
}

/** Clears the counts of codes that a person asked for; those of the number and network stay. */
export async function clearPhoneTries(tx: Tx, userId: string): Promise<void> {
  const own = LIMITS.filter(({ by }) => by === 'person')
  const keys = own.map(({ windowSeconds }) => `phone-code-person:${userId}:${windowSeconds}`)
  await forgetHits(tx, { keys })
}

/** Marks the number of the last code as proved; a code works once. Errors: `phone_code_wrong`. */
export async function confirmPhone(deps: PhoneDeps, { userId }: Actor, code: string) {
  const now = deps.clock.now()
  const kept = await tryPhoneCode(deps.db, { userId, triesMax: CODE_TRIES, now })
  const typed = digest(deps, userId, code)
  if (!kept || !timingSafeEqual(kept.hash, typed)) throw new AppError('phone_code_wrong')
  await inTransaction(deps.db, async (tx) => {
    if (!(await takePhoneCode(tx, userId, typed))) throw new AppError('phone_code_wrong')
    const user = await findUser(tx, userId)
    const phone = openPhone(deps.secrets, { id: userId, phone_sealed: kept.phoneSealed })
    if (phone === null) throw new AppError('phone_code_wrong')
    await provePhone(tx, deps, { userId, phone })
    if (user.phone_proved_at && openPhone(deps.secrets, user) !== phone) {
      const data = { at: now.toISOString() }
      await tellUser(tx, deps, phoneChanged, { userId, data })
    }
    await auditUser(tx, userId, { at: now, action: 'user.phone-proved' })
  })
}

/** Deletes the person's phone number. Idempotent. Errors: `step_up_required`. */
export async function removePhone(deps: PhoneDeps, actor: Actor): Promise<void> {
  const { userId } = actor
  const user = await findUser(deps.db, userId)
  if (user.phone_proved_at) await requireStepUp(deps, actor)
  await inTransaction(deps.db, async (tx) => {
    await forgetPhone(tx, userId)
    if (!user.phone_proved_at) return
    const data = { at: deps.clock.now().toISOString() }
    await tellUser(tx, deps, phoneChanged, { userId, data })
  })
}

function digest(deps: Pick<Deps, 'secrets'>, userId: string, code: string): Buffer {
  return blindIndex(deps.secrets.indexKey, `phone-code|${userId}|${code}`)
}
