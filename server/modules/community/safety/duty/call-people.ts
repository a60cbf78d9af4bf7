import { mayDo } from '#contract/permissions.ts'
import {
  listSubscribedSessions,
  textChannels,
  textNews,
} from '#server/modules/foundation/notifications/index.ts'
import { findUser, openPhone, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import {
  type AlarmRow,
  type CallMinute,
  insertCalls,
  listCalledFor,
  lockAlarm,
  type NewCall,
} from './alarms.queries.ts'
import { dutyCall } from './duty.messages.ts'
import { findNextOnDuty, listOnDuty } from './roster.queries.ts'
import { hourOf, listResponders } from './staff-on-call.ts'

type CallDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'config' | 'log' | 'metrics'>
type Step = { alarmId: string; minute: CallMinute }
type Channel = NewCall['channel']

/** Text messages that no provider accepts within this time are dropped as outdated. */
const TEXT_MS = 30 * MINUTE_MS

/**
 * Job: calls people for an unanswered alarm. Messages and their record are written in one
 * transaction, so a repeated job sends nothing.
 */
export async function callPeople(deps: CallDeps, { alarmId, minute }: Step): Promise<void> {
  const called = await inTransaction(deps.db, async (tx) => {
    const alarm = await lockAlarm(tx, alarmId)
    if (!alarm || alarm.answeredAt) return undefined
    const before = await listCalledFor(tx, alarmId)
    if (before.some((call) => call.minute === minute)) return undefined
    const earlier = before.map(({ userId }) => userId)
    const ids = await whomToCall(tx, deps, { alarm, minute, before: earlier })
    const calls: Pick<NewCall, 'userId' | 'channel'>[] = []
    for (const userId of ids) {
      const channels = await callPerson(tx, deps, { alarm, minute, userId })
      calls.push(...channels.map((channel) => ({ userId, channel })))
    }
    // If no team member can be called, the company's phone is called immediately.
    if (minute === 5 || ids.length === 0) {
      const channels = await callCompany(tx, deps, alarm)
      calls.push(...channels.map((channel) => ({ userId: null, channel })))
    }
    const at = deps.clock.now()
    const made = calls.map((call) => ({ ...call, id: newId(), alarmId, minute, at }))
    await insertCalls(tx, made)
    return { isDrill: alarm.incidentId === null, calls: calls.length }
  })
  if (!called) return
  deps.metrics.count('duty_called', { minute: String(minute) })
  if (called.isDrill) return
  if (called.calls === 0) deps.log.error({ alarmId }, 'nobody can be called for an emergency')
  if (minute === 5) deps.log.error({ alarmId }, 'nobody has taken an emergency for five minutes')
}

type Calling = { alarm: AlarmRow; minute: CallMinute; before: readonly (string | null)[] }

/**
 * Chooses whom to call, never people of that trip. Minute 0: people on duty, else every admin.
 * Minute 2: the next on the roster, else every admin. Minute 5: every responder.
 */
async function whomToCall(tx: Tx, deps: Pick<Deps, 'clock'>, { alarm, minute, before }: Calling) {
  const responders = (await listResponders(tx)).filter(({ id }) => !alarm.notFor.includes(id))
  const everybody = responders.map(({ id }) => id)
  if (minute === 5) return everybody
  const hour = hourOf(deps.clock.now())
  const staff = everybody.filter((id) => !before.includes(id))
  const onDuty = await listOnDuty(tx, { hour, staff })
  const first = onDuty.filter(({ isBackup }) => !isBackup)
  const now = first.length > 0 ? first : onDuty
  if (now.length > 0) return now.map(({ userId }) => userId)
  const next = minute === 2 ? await findNextOnDuty(tx, { hour, staff }) : undefined
  if (next) return [next]
  const admins = responders.filter(({ roles }) => mayDo(roles, 'staff.manage'))
  return admins.length > 0 ? admins.map(({ id }) => id) : everybody
}

type Called = { alarm: AlarmRow; minute: CallMinute; userId: string }

/** Calls a person by push, mail and text; answers the channels that were possible. */
async function callPerson(tx: Tx, deps: CallDeps, called: Called): Promise<Channel[]> {
  const { alarm, minute, userId } = called
  const now = deps.clock.now()
  const data = factsOf(alarm)
  await tellUser(tx, deps, dutyCall, { userId, data, cause: `${alarm.id}:${minute}` })
  const sessions = await listSubscribedSessions(tx, { userId, now })
  const user = await findUser(tx, userId)
  const phone = user.phone_proved_at ? openPhone(deps.secrets, user) : null
  const texts = phone === null ? [] : await sendTexts(tx, deps, { phone, data })
  return ['mail', ...(sessions.length > 0 ? (['push'] as const) : []), ...texts]
}

async function callCompany(tx: Tx, deps: CallDeps, alarm: AlarmRow): Promise<Channel[]> {
  const { emergencyPhone: phone } = deps.config
  return phone ? await sendTexts(tx, deps, { phone, data: factsOf(alarm) }) : []
}

/** Sends a text on every configured channel: a phone without data still receives the SMS. */
async function sendTexts(tx: Tx, deps: CallDeps, { phone, data }: { phone: string; data: Facts }) {
  const channels = textChannels(deps)
  const until = addMs(deps.clock.now(), TEXT_MS)
  for (const channel of channels) {
    await textNews(tx, deps, dutyCall, { channel, phone, data, until, orSms: false })
  }
  return channels
}

type Facts = { kind: 'drill' | 'emergency'; pressedAt: string; incidentId: string | null }

/** Facts for messages, without names and without a position. */
function factsOf({ incidentId, pressedAt }: AlarmRow): Facts {
  const kind = incidentId === null ? 'drill' : 'emergency'
  return { kind, pressedAt: pressedAt.toISOString(), incidentId }
}
