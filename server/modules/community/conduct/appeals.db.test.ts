// Photos of an appeal, and texts to a reported person that would reveal the reporter.
import { beforeAll, expect, it } from 'vitest'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { aReport, aWarning } from '#test/conduct-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { hearCase } from '#test/hearing-steps.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { aPdf } from '#test/pdfs.ts'
import { decideCase } from './decide-case.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const note = 'Lo confirmamos con dos pasajeros.'

const reportPerson = (person: TestUser, by: TestUser) => aReport(test, person, by)
const warn = (person: TestUser, caseId: string) => aWarning(test, person, caseId)

it('takes three encrypted photos or PDFs, and no answer of a team that lacks one', async () => {
  const driver = await aUser(test.deps)
  const passenger = await aUser(test.deps)
  const team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const reported = await reportPerson(driver, passenger)
  const id = await warn(driver, reported)
  const files = [await aPhoto(), aPdf({ lines: ['Certificado'] })]
  const send = async (who: TestUser, bytes = files[0]) => {
    const form = { token: who.token, fields: { sanctionId: id }, file: { bytes: bytes as Buffer } }
    return (await postForm(test.app, '/appeal-photos', form)).json()
  }
  expect((await send(driver)).code).toBe('sanction_not_found')
  const statement = { text: 'No fui yo quien manejaba.' }
  await test.call(driver, 'POST', `/conduct/${id}/appeal`, statement)
  expect((await send(passenger)).code).toBe('sanction_not_found')
  for (const count of [1, 2, 3]) expect((await send(driver, files[count - 2])).photos).toBe(count)
  expect((await send(driver)).code).toBe('appeal_photo_limit')
  const { sanctions } = (await test.call(driver, 'GET', '/conduct')).body
  expect(sanctions[0].appeal.photos).toBe(3)
  const { items } = (await test.call(team, 'GET', '/admin/appeals')).body
  const { photoIds } = items.find((item: { sanctionId: string }) => item.sanctionId === id)
  expect(photoIds).toHaveLength(3)
  const view = (who: TestUser) =>
    test.app.inject({
      url: `/api/admin/appeals/photos/${photoIds[0]}`,
      headers: { authorization: `Bearer ${who.token}` },
    })
  const shown = await view(team)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await view(driver)).statusCode).toBe(403)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select p.sealed, a.actor_id from appeal_photos p join audit_entries a
       on a.action = 'appeal_photo.viewed' and a.subject_id = p.sanction_id::text
     where p.id = $1`,
    [photoIds[0]],
  )
  expect(rows.map(({ actor_id }) => actor_id)).toEqual([team.userId])
  expect(rows[0].sealed.includes('WEBP')).toBe(false)
  const answer = { isUpheld: false, note }
  const unseen = { ...answer, seenSaidAt: null }
  const refused = await test.call(team, 'POST', `/admin/appeals/${id}/answer`, unseen)
  expect(refused.body.code).toBe('case_changed')
  const answered = await test.call(team, 'POST', `/admin/appeals/${id}/answer`, answer)
  expect(answered.status).toBe(200)
  expect((await send(driver)).code).toBe('appeal_answered')
})

it('refuses a text for the reported person that names the reporter', async () => {
  const driver = await aUser(test.deps)
  const team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const reporter = await aUser(test.deps, { firstName: 'Saturnino' })
  const caseId = await reportPerson(driver, reporter)
  const named = { note: 'Nos lo contó Saturnino, que iba contigo.' }
  const post = async (path: string, body: object) =>
    (await test.call(team, 'POST', path, { ...named, ...body })).body
  const path = `/admin/conduct/${caseId}`
  for (const outcome of ['warning', 'expulsion']) {
    expect((await post(`${path}/decide`, { outcome })).code).toBe('note_reveals_reporter')
  }
  expect((await post(`${path}/hear`, { pause: true })).code).toBe('note_reveals_reporter')
  expect((await test.call(driver, 'GET', '/conduct')).body).toMatchObject({
    standing: 'good',
    hearings: [],
  })
  const id = await warn(driver, caseId)
  await test.call(driver, 'POST', `/conduct/${id}/appeal`, {
    text: 'No fui yo quien manejaba.',
  })
  const told = await test.call(team, 'POST', `/admin/appeals/${id}/answer`, {
    ...named,
    isUpheld: false,
  })
  expect(told.body.code).toBe('note_reveals_reporter')
})

it('accepts the name of the reporter in a note that only the team reads', async () => {
  const driver = await aUser(test.deps)
  const team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const reporter = await aUser(test.deps, { firstName: 'Saturnino' })
  const caseId = await reportPerson(driver, reporter)
  const decision = { outcome: 'nothing', note: 'Saturnino no iba en ese viaje.' }
  const decided = await test.call(team, 'POST', `/admin/conduct/${caseId}/decide`, decision)
  expect(decided.body.outcome).toBe('nothing')
})

it('returns no seat for a suspension that was lifted before its job ran', async () => {
  const passenger = await test.aPassenger()
  const booking = await test.booked(passenger, await test.newTrip())
  const team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const other = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const caseId = await reportPerson(passenger, await aUser(test.deps))
  await hearCase(test.deps.databaseUrl, caseId)
  await decideCase(test.deps, team, { caseId, outcome: 'suspension', days: 30, note })
  const [{ id }] = (await test.call(passenger, 'GET', '/conduct')).body.sanctions
  await test.call(passenger, 'POST', `/conduct/${id}/appeal`, { text: 'No era yo quien iba.' })
  const upheld = { isUpheld: true, note: 'Era otra persona con el mismo nombre.' }
  expect((await test.call(other, 'POST', `/admin/appeals/${id}/answer`, upheld)).status).toBe(200)
  await test.runJobs()
  const { body } = await test.call(passenger, 'GET', `/bookings/${booking.id}`)
  expect(body.booking.status).toBe('confirmed')
})

it('keeps a rating hidden after an upheld appeal while another case about it stands', async () => {
  const trip = await test.newTrip()
  const rater = await test.aPassenger()
  const booking = await test.booked(rater, trip)
  test.toPickUp(booking, 0)
  await test.board(trip.driver, booking)
  test.clock.set(new Date(booking.to.at))
  const said = { stars: 1, comment: 'Es un ladrón' }
  const { rating } = (await test.act(rater, booking, 'rating', said)).body
  await test.act(trip.driver, booking, 'rating', { stars: 5 })
  const team = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const other = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const subject = { kind: 'rating', id: rating.mine.id }
  const sanctions: string[] = []
  const cases: string[] = []
  for (const by of [trip.driver, await aUser(test.deps)]) {
    const { body } = await test.call(by, 'POST', '/reports', { subject, reason: 'offensive_text' })
    cases.push(body.report.id)
  }
  for (const caseId of cases) {
    await test.call(team, 'POST', `/admin/conduct/${caseId}/decide`, { outcome: 'warning', note })
    const { body } = await test.call(rater, 'GET', '/conduct')
    const ids = (body.sanctions as { id: string }[]).map(({ id }) => id)
    sanctions.push(...ids.filter((id) => !sanctions.includes(id)))
  }
  expect(sanctions).toHaveLength(2)
  const shown: number[] = []
  for (const id of sanctions) {
    await test.call(rater, 'POST', `/conduct/${id}/appeal`, { text: 'Es lo que pasó.' })
    const upheld = { isUpheld: true, note: 'Su texto no ofende.' }
    await test.call(other, 'POST', `/admin/appeals/${id}/answer`, upheld)
    const { body } = await test.call(trip.driver, 'GET', `/users/${trip.driver.userId}/ratings`)
    shown.push(body.total)
  }
  expect(shown).toEqual([0, 1])
})
