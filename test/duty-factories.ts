// A team that is on duty, with phones that tests can read.
import { createPushSandbox, type PushControl } from '#sandbox/push/push-sandbox.ts'
import {
  createTextSandbox,
  type TextControl,
  type TextSandbox,
} from '#sandbox/text/text-sandbox.ts'
import { insertHours } from '#server/modules/community/safety/duty/roster.queries.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { aUser, type TestUser } from './factories.ts'

export const COMPANY_PHONE = '+573009999999'

export type Member = TestUser & { phone: string; name: string }

export type DutyApp = BookingsApp & {
  phones: TextControl
  push: PushControl
  /** Removes the team, the roster and all alarms. */
  emptyTeam(): Promise<void>
  member(name: string, role?: Role): Promise<Member>
  /** Puts a person on duty from the current hour on, or some hours later. */
  onDuty(who: TestUser, more?: { isBackup?: boolean; inHours?: number }): Promise<void>
  /** Numbers that got a text so far, each once, in order. */
  texted(): string[]
}

/** Opens the app of bookings, with WhatsApp and SMS as test phones. */
export async function openDutyApp(): Promise<DutyApp> {
  let sandbox: TextSandbox | undefined
  let origin = ''
  const pushes = createPushSandbox({ origin: () => origin })
  const test = await openBookingsApp({
    extensions: [async (app) => sandbox?.plugin(app), pushes.plugin],
    before(deps) {
      const { whatsapp, sms } = deps.secrets
      if (!whatsapp || !sms) throw new Error('the sandbox has no keys')
      sandbox = createTextSandbox({ whatsapp, sms })
      deps.config = { ...deps.config, emergencyPhone: COMPANY_PHONE }
    },
  })
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.whatsapp = `${origin}/sandbox/text/whatsapp`
  test.deps.urls.push = origin
  test.deps.urls.sms = `${origin}/sandbox/text/sms`
  if (!sandbox) throw new Error('the sandbox was not opened')
  const phones = sandbox.control
  let last = 0
  return {
    ...test,
    phones,
    push: pushes.control,
    async emptyTeam() {
      await asOwner(
        test.deps.databaseUrl,
        `update users set roles = '{passenger}' where roles && '{support,admin}';
         delete from duty_hours;
         update duty_alarms set answered_by = (select min(id::text)::uuid from users),
           answered_at = raised_at where answered_at is null`,
      )
      phones.clear()
    },
    async member(name, role = 'support') {
      last += 1
      const phone = `+5732${String(last).padStart(8, '0')}`
      const options = { roles: ['passenger', role] as const, firstName: name, phone }
      return { ...(await aUser(test.deps, options)), phone, name }
    },
    async onDuty({ userId }, { isBackup = false, inHours = 0 } = {}) {
      const now = test.clock.now()
      const hour = addMs(new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS), inHours * HOUR_MS)
      const hours = [{ hour, shiftId: newId() }]
      const set = { userId, hours, isBackup, seriesId: newId(), setBy: userId, now }
      await inTransaction(test.deps.db, (tx) => insertHours(tx, set))
    },
    texted: () => [...new Set(phones.messages().map(({ to }) => to))].reverse(),
  }
}
