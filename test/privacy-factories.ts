// Creates a person who gave all data that a person can give, over HTTP as the screens do.
import { expect } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aFundedWallet, aVerifiedDriver, freshToken, type TestUser } from './factories.ts'
import { postForm } from './http-client.ts'
import { aPhoto } from './images.ts'
import { anAlert } from './owned-things.ts'
import { openRatingsApp } from './rating-factories.ts'

export type PrivacyApp = Awaited<ReturnType<typeof openPrivacyApp>>

/** Values that may not be found anywhere after the account is closed. */
export const SECRETS = {
  firstName: 'Zulema',
  lastName: 'Quintanilla',
  username: 'zulema.quintanilla',
  number: '1098765432',
  phone: '+573009998877',
  message: 'Mi casa queda en la carrera 45 número 12.',
}

export async function openPrivacyApp() {
  const test = await openRatingsApp()
  const send = async (
    user: TestUser,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: Body,
  ) => {
    const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
    const url = `/api${path}`
    const answer = await test.app.inject({ method, url, headers, ...(payload && { payload }) })
    expect([answer.statusCode, answer.body].toString(), path).toMatch(/^20[01]/)
    return answer
  }
  return {
    ...test,
    send,
    /** Marks the session as proved, as after typing the password. */
    async proved(user: TestUser): Promise<void> {
      const text = 'update sessions set proved_at = $2 where id = $1'
      await asOwner(test.deps.databaseUrl, text, [user.sessionId, test.clock.now()])
    },
  }
}

/** Creates a person with a completed past as driver and as passenger. */
export async function aFullPerson(test: PrivacyApp): Promise<TestUser> {
  const { firstName, lastName, phone } = SECRETS
  const person = await aVerifiedDriver(test.deps, { firstName, lastName, phone })
  await aFundedWallet(test.deps, person.userId, 300_000)
  const { send } = test
  const number = { identification_number: SECRETS.number, restart_verification: true }
  await send(person, 'PATCH', '/users/me', { username: SECRETS.username, ...number })
  const image = { token: await freshToken(test.deps, person), file: { bytes: await aPhoto() } }
  expect(
    (await postForm(test.app, '/users/me/photo', { ...image, fields: { consent: 'aceptado' } }))
      .statusCode,
  ).toBe(200)
  await send(person, 'PUT', '/documents/selfie-consent', { given: true })
  const selfie = await postForm(test.app, '/documents', { ...image, fields: { kind: 'selfie' } })
  expect(selfie.statusCode).toBe(201)
  await asOwner(test.deps.databaseUrl, `update users set identity_verified_at = $2 where id = $1`, [
    person.userId,
    test.clock.now(),
  ])
  await ownThings(test, person)
  const asDriver = await test.aJourney(await test.newTrip({ driver: person }))
  await test.bothRate(asDriver, 4)
  const departsAt = addMs(TEST_NOW, 9 * DAY_MS)
  const asPassenger = await test.aJourney(await test.newTrip({ departsAt }), person)
  await test.bothRate(asPassenger, 5)
  await talk(test, person, asPassenger)
  return person
}

async function ownThings(test: PrivacyApp, person: TestUser): Promise<void> {
  const { send } = test
  await anAlert(test, { ...person, token: await freshToken(test.deps, person) })
  const other = await test.aPassenger(0)
  await send(person, 'POST', '/blocks', { userId: other.userId })
  await send(person, 'POST', '/reports', {
    subject: { kind: 'user', id: other.userId },
    reason: 'offensive_text',
    text: 'Fue grosero conmigo.',
  })
  await send(person, 'POST', '/me/consents', { purpose: 'marketing', given: true })
}

async function talk(
  test: PrivacyApp,
  person: TestUser,
  journey: { trip: { tripId: string; driver: TestUser } },
) {
  const path = `/trips/${journey.trip.tripId}/conversations`
  const opened = await test.send(person, 'POST', path, {})
  const { id } = opened.json().conversation
  const messages = `/conversations/${id}/messages`
  await test.send(person, 'POST', messages, { id: newId(), text: SECRETS.message })
  await test.send(journey.trip.driver, 'POST', messages, { id: newId(), text: 'Listo, gracias.' })
}
