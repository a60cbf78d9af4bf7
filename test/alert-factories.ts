// Trip alerts for tests, created through the API, and the mails that their owners get.

import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { TEST_NOW } from './deps.ts'
import { aUser, freshToken, type TestUser } from './factories.ts'
import {
  aRoadNetwork,
  aTrip,
  BOGOTA,
  CALI,
  type TestTrip,
  type TripOptions,
} from './trip-factories.ts'

type Answer = { status: number; body: ReturnType<typeof JSON.parse> }

export type AlertsApp = TestApp & {
  call(
    user: TestUser,
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Creates an alert from Bogotá to Cali for one seat on one day, unless told otherwise. */
  anAlert(date: string, changes?: object, owner?: TestUser): Promise<{ user: TestUser; id: string }>
  /** Publishes a trip and runs its jobs. */
  publish(options: TripOptions): Promise<TestTrip>
  mailsTo(user: TestUser): ReturnType<MailSandbox['control']['messages']>
  /** Number of trips that matched all alerts of this person. */
  matchesOf(user: TestUser): Promise<number>
}

/** Opens the app with the road network and a mailbox. */
export async function openAlertsApp(): Promise<AlertsApp> {
  // A file has a database of its own, and shares this module with others.
  used = 0
  const mail = await openMailSandbox()
  atEnd(() => mail.close())
  const test = await openTestApp({ urls: { smtp: mail.url } })
  await aRoadNetwork(test.deps)
  const call: AlertsApp['call'] = async (user, method, path, payload, headers) => {
    const answer = await test.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await freshToken(test.deps, user)}`, ...headers },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    ...test,
    call,
    async anAlert(date, changes, owner) {
      const user = owner ?? (await aUser(test.deps))
      const { status, body } = await call(user, 'POST', '/alerts', alertFor(date, changes))
      if (status !== 200) throw new Error(`no alert: ${JSON.stringify(body)}`)
      return { user, id: body.alert.id }
    },
    async publish(options) {
      const trip = await aTrip(test.deps, options)
      await test.runJobs()
      return trip
    },
    mailsTo: (user) => mail.control.messages(user.email),
    async matchesOf(user) {
      const { body } = await call(user, 'GET', '/alerts')
      const alerts: { matches: number }[] = [...body.active, ...body.past]
      return alerts.reduce((sum, alert) => sum + alert.matches, 0)
    },
  }
}

/** Body of an alert: Bogotá to Cali on one day, unless told otherwise. */
export function alertFor(date: string, changes: object = {}) {
  return { from: BOGOTA, to: CALI, since: date, until: date, ...changes }
}

/** Number of used days, so that no test finds the trips of another test. */
let used = 0

/** Six in the morning of a day that no other test of the file uses. */
export function aFreeDay(): { date: string; departsAt: Date } {
  used += 3
  const departsAt = addMs(TEST_NOW, used * DAY_MS - 2 * HOUR_MS)
  return { date: departsAt.toISOString().slice(0, 10), departsAt }
}

/** Shifts a date by this number of days. */
export function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}
