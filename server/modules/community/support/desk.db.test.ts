import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { supportSteps } from '#test/support-steps.ts'

let test: BookingsApp
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let leo: TestUser
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  desk = supportSteps(test)
  const team = { roles: ['passenger', 'support'] as const }
  sara = await aUser(test.deps, { ...team, firstName: 'Sara' })
  leo = await aUser(test.deps, { ...team, firstName: 'Leo' })
})

beforeEach(async () => {
  ana = await aUser(test.deps, { firstName: 'Ana', lastName: 'Ruiz' })
})

const ids = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)

describe('the queue', () => {
  it('lists the most urgent tickets first, and filters by kind, assignee and status', async () => {
    const money = await desk.opened(ana)
    test.clock.advance(MINUTE_MS)
    const later = await desk.opened(ana)
    const safety = await desk.opened(ana, { kind: 'safety' })
    await desk.take(leo, later)
    expect(ids((await desk.queue(sara)).body)).toEqual([safety, money, later])
    expect(ids((await desk.queue(sara, 'kind=money')).body)).toEqual([money, later])
    expect(ids((await desk.queue(leo, 'whose=mine')).body)).toEqual([later])
    expect(ids((await desk.queue(leo, 'whose=free')).body)).toEqual([safety, money])
    await desk.answer(leo, later)
    expect(ids((await desk.queue(sara, 'status=waiting')).body)).toEqual([later])
    await desk.answer(leo, later, { resolve: true })
    const resolved = (await desk.queue(sara, 'status=resolved')).body
    expect(ids(resolved)).toEqual([later])
    expect(resolved.counts).toMatchObject({ open: 2, unassigned: 2, medianAnswerMinutes: 0 })
  })

  it('ranks a passenger who departs soon below safety and above the others', async () => {
    const trip = await test.newTrip({ departsAt: addMs(test.clock.now(), 60 * HOUR_MS) })
    const traveller = await test.aPassenger()
    const booking = await test.booked(traveller, trip)
    const other = await desk.opened(ana)
    const travels = await desk.opened(traveller)
    const safety = await desk.opened(ana, { kind: 'safety' })
    const query = 'whose=free&kind=money'
    const first = async () => {
      const all = ids((await desk.queue(sara, 'whose=free')).body)
      return all.filter((id) => [other, travels, safety].includes(id))
    }
    expect(await first()).toEqual([safety, other, travels])
    test.toPickUp(booking, -2 * HOUR_MS)
    expect(await first()).toEqual([safety, travels, other])
    const { items } = (await desk.queue(sara, query)).body
    expect(items.find(({ id }: { id: string }) => id === travels)).toMatchObject({
      ...{ urgency: 'travel', travelsAt: new Date(booking.from.at).toISOString() },
    })
    test.toPickUp(booking, 48 * HOUR_MS)
    expect(await first()).toEqual([safety, other, travels])
  })

  it('offers next own and free tickets that the viewer may answer', async () => {
    const free = await desk.opened(ana, { kind: 'safety' })
    const mine = await desk.opened(ana)
    const taken = await desk.opened(ana)
    const written = await desk.opened(sara)
    await desk.take(sara, mine)
    await desk.take(leo, taken)
    const next = ids((await desk.queue(sara, 'whose=next')).body)
    expect(next).toEqual(expect.arrayContaining([free, mine]))
    for (const id of [taken, written]) expect(next).not.toContain(id)
  })

  it('masks contact data in a ticket, and hides notes from the person who wrote it', async () => {
    const id = await desk.opened(ana)
    const { person, greetedName } = (await desk.desk(sara, id)).body.ticket
    expect(greetedName).toBe('Ana')
    expect(person).toEqual({
      id: ana.userId,
      name: 'Ana R.',
      email: ana.email.replace(/^(.).*@/, '$1***@'),
    })
    const own = await desk.opened(sara)
    await desk.note(leo, own)
    const seen = (await desk.desk(sara, own)).body.ticket
    expect([seen.isOwn, seen.messages.length]).toEqual([true, 1])
    for (const step of [desk.take, desk.answer, desk.note]) {
      expect((await step(sara, own)).body.code).toBe('forbidden')
    }
  })
})

it('shows notes to the team and never to the person of the ticket', async () => {
  const id = await desk.opened(ana)
  await desk.note(sara, id, 'Cliente con dos recargas.')
  const thread = (await desk.desk(leo, id)).body.ticket
  expect(thread.messages.map(({ kind }: { kind: string }) => kind)).toEqual(['person', 'note'])
  const shown = await desk.show(ana, id)
  expect(JSON.stringify(shown.body)).not.toContain('dos recargas')
  expect(shown.body.ticket.status).toBe('open')
})

describe('tickets between two people of the team', () => {
  it('assigns a ticket to exactly one of two team members who take it in parallel', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await desk.opened(ana)
      const answers = await Promise.all([desk.take(sara, id), desk.take(leo, id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = answers.find(({ status }) => status === 200)?.body.ticket.assignee.id
      const { assignee } = (await desk.desk(sara, id)).body.ticket
      expect(assignee.id).toBe(winner)
    }
  })

  it('lets only the assignee answer or release a ticket until another takes it over', async () => {
    const id = await desk.opened(ana)
    await desk.take(sara, id)
    expect((await desk.take(sara, id)).status).toBe(200)
    expect((await desk.take(leo, id)).body.code).toBe('ticket_taken')
    expect((await desk.answer(leo, id)).body.code).toBe('ticket_taken')
    expect((await desk.take(leo, id, sara.userId)).body.ticket.isMine).toBe(true)
    const release = (who: TestUser) => test.call(who, 'POST', `/admin/tickets/${id}/release`)
    expect((await release(sara)).body.code).toBe('ticket_taken')
    expect((await release(leo)).body.ticket.assignee).toBeNull()
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select action from audit_entries where subject_id = $1 order by at, id',
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'ticket.taken',
      'ticket.taken',
      'ticket.taken',
      'ticket.released',
    ])
  })
})

describe('photos', () => {
  async function send(who: TestUser, messageId: string, bytes: Buffer) {
    const token = await freshToken(test.deps, who)
    return postForm(test.app, '/support/photos', { token, fields: { messageId }, file: { bytes } })
  }
  const get = async (who: TestUser, path: string) =>
    test.app.inject({
      url: `/api${path}`,
      headers: { authorization: `Bearer ${await freshToken(test.deps, who)}` },
    })

  it('re-encodes and encrypts photos of a ticket, for the person and the team only', async () => {
    const { ticket } = (await desk.open(ana)).body
    const [{ id: messageId }] = ticket.messages
    const { photoId } = (await send(ana, messageId, await aPhoto())).json()
    expect((await desk.show(ana, ticket.id)).body.ticket.messages[0].photoIds).toEqual([photoId])
    const own = await get(ana, `/support/photos/${photoId}`)
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/webp'])
    const other = await aUser(test.deps)
    expect((await get(other, `/support/photos/${photoId}`)).statusCode).toBe(404)
    expect((await get(sara, `/admin/ticket-photos/${photoId}`)).rawPayload).toEqual(own.rawPayload)
    const query = 'select sealed from support_attachments where id = $1'
    const { rows } = await asOwner(test.deps.databaseUrl, query, [photoId])
    expect(rows[0].sealed.includes(Buffer.from('WEBP'))).toBe(false)
    const seen = await asOwner(
      test.deps.databaseUrl,
      `select actor_id from audit_entries where action = 'ticket.photo_viewed' and subject_id = $1`,
      [ticket.id],
    )
    expect(seen.rows).toEqual([{ actor_id: sara.userId }])
  })

  it('accepts three images per message, and only in messages of their sender', async () => {
    const { ticket } = (await desk.open(ana)).body
    const [{ id: messageId }] = ticket.messages
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    expect((await send(ana, messageId, script)).json().code).toBe('file_type_unsupported')
    const photo = await aPhoto()
    const other = await aUser(test.deps)
    expect((await send(other, messageId, photo)).json().code).toBe('ticket_not_found')
    const answered = (await desk.answer(sara, ticket.id)).body.ticket
    const answerId = answered.messages[1].id
    expect((await send(ana, answerId, photo)).json().code).toBe('ticket_not_found')
    for (const status of [201, 201, 201, 409]) {
      expect((await send(ana, messageId, photo)).statusCode).toBe(status)
    }
  })
})
