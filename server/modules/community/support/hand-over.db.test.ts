import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { supportSteps } from '#test/support-steps.ts'

let test: BookingsApp
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let leo: TestUser
let nora: TestUser
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  desk = supportSteps(test)
  const team = { roles: ['passenger', 'support'] as const }
  sara = await aUser(test.deps, { ...team, firstName: 'Sara', lastName: 'Gil' })
  leo = await aUser(test.deps, { ...team, firstName: 'Leo', lastName: 'Mora' })
  nora = await aUser(test.deps, { roles: ['passenger', 'admin'], firstName: 'Nora' })
})

beforeEach(async () => {
  ana = await aUser(test.deps, { firstName: 'Ana', lastName: 'Ruiz' })
})

const told = async ({ userId }: TestUser, ticketId: string) => {
  const query = 'select kind from notifications where user_id = $1 and path = $2'
  const path = `/admin/tickets?caso=${ticketId}`
  const { rows } = await asOwner(test.deps.databaseUrl, query, [userId, path])
  return rows.map(({ kind }) => kind)
}

const trailOf = async (ticketId: string) => {
  const query = `select actor_id, details from audit_entries
    where subject_id = $1 and action = 'ticket.given'`
  return (await asOwner(test.deps.databaseUrl, query, [ticketId])).rows
}

const NOTE = 'Habla con el banco: ya lo conoces.'

describe('a ticket handed to a colleague', () => {
  it('assigns a handed-over ticket with a note, and tells only the colleague', async () => {
    const ticketId = await desk.opened(ana)
    await desk.take(sara, ticketId)
    const given = { id: newId(), from: sara.userId, note: NOTE }
    const { status, body } = await desk.handOver(sara, ticketId, leo.userId, given)
    expect([status, body.code]).toEqual([201, undefined])
    expect(body.ticket.assignee).toEqual({ id: leo.userId, name: 'Leo M.' })
    const line = { kind: 'note', author: 'Sara G.', handedTo: 'Leo M.', text: NOTE }
    expect(body.ticket.messages[1]).toMatchObject(line)
    expect(body.ticket.status).toBe('open')
    expect(await told(leo, ticketId)).toEqual(['ticket_given'])
    expect(await trailOf(ticketId)).toEqual([
      { actor_id: sara.userId, details: { to: leo.userId } },
    ])
    const own = JSON.stringify((await desk.show(ana, ticketId)).body)
    for (const word of [NOTE, 'Leo', 'Sara']) expect(own).not.toContain(word)
    // Sent again after the network failed: the same hand-over, told once.
    const again = await desk.handOver(sara, ticketId, leo.userId, given)
    expect([again.status, again.body.ticket.messages.length]).toEqual([201, 2])
    expect(await told(leo, ticketId)).toEqual(['ticket_given'])
    const other = await desk.handOver(sara, ticketId, nora.userId, given)
    expect(other.body.code).toBe('idempotency_mismatch')
    expect((await desk.answer(sara, ticketId)).body.code).toBe('ticket_taken')
    expect((await desk.answer(leo, ticketId)).status).toBe(201)
  })

  it('accepts one of two parallel hand-overs of a ticket, and refuses the other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ticketId = await desk.opened(ana)
      await desk.take(sara, ticketId)
      const from = sara.userId
      const answers = await Promise.all([
        desk.handOver(sara, ticketId, leo.userId, { from }),
        desk.handOver(leo, ticketId, nora.userId, { from }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ticket_taken')
      const winner = answers.find(({ status }) => status === 201)?.body.ticket.assignee.id
      const { assignee, messages } = (await desk.desk(sara, ticketId)).body.ticket
      expect([assignee.id, messages.length]).toEqual([winner, 2])
      const notices = [...(await told(leo, ticketId)), ...(await told(nora, ticketId))]
      expect(notices).toEqual(['ticket_given'])
      expect((await trailOf(ticketId)).length).toBe(1)
    }
  })

  it('refuses a hand-over to or by a person who cannot answer the ticket', async () => {
    const ticketId = await desk.opened(leo)
    const finance = await aUser(test.deps, { roles: ['passenger', 'finance'] })
    const expelled = await aUser(test.deps, { roles: ['passenger', 'support'] })
    await asOwner(
      test.deps.databaseUrl,
      `insert into user_standing (user_id, expelled) values ($1, true)
       on conflict (user_id) do update set expelled = true`,
      [expelled.userId],
    )
    // The writer, the caller, people without the permission, and an unknown user.
    const unfit = [leo, sara, ana, finance, expelled].map(({ userId }) => userId)
    for (const to of [...unfit, newId()]) {
      const { body } = await desk.handOver(sara, ticketId, to)
      expect(body.code).toBe('ticket_colleague_unfit')
    }
    expect((await desk.handOver(finance, ticketId, nora.userId)).body.code).toBe('forbidden')
    expect((await desk.handOver(leo, ticketId, nora.userId)).body.code).toBe('forbidden')
    const { assignee, messages } = (await desk.desk(sara, ticketId)).body.ticket
    expect([assignee, messages.length]).toEqual([null, 1])
    const { body } = await test.call(sara, 'GET', '/admin/ticket-colleagues')
    const names = [leo, nora].map(({ userId }) => userId)
    const listed = body.colleagues.map(({ id }: { id: string }) => id)
    expect(listed.filter((id: string) => [...unfit, ...names].includes(id))).toEqual(names)
  })

  it('hides hand-over notes from a team member who wrote the ticket', async () => {
    const ticketId = await desk.opened(sara)
    await desk.handOver(nora, ticketId, leo.userId, { note: NOTE })
    const { messages } = (await desk.desk(sara, ticketId)).body.ticket
    expect(messages.length).toBe(1)
  })
})

it.each([
  ['loses the role', "update users set roles = array['passenger'] where id = $1"],
  ['is expelled', 'insert into user_standing values ($1, true)'],
])('counts the ticket of a colleague who %s as free, and as the next one', async (_how, leave) => {
  const gone = await aUser(test.deps, { roles: ['passenger', 'support'] })
  const ticketId = await desk.opened(ana)
  await desk.take(gone, ticketId)
  const free = async () => (await desk.queue(leo)).body.counts.unassigned
  const next = async () =>
    (await desk.queue(leo, 'whose=next')).body.items.map(({ id }: { id: string }) => id)
  const before = await free()
  expect(await next()).not.toContain(ticketId)
  await asOwner(test.deps.databaseUrl, leave, [gone.userId])
  expect(await free()).toBe(before + 1)
  expect(await next()).toContain(ticketId)
  expect((await desk.take(leo, ticketId, gone.userId)).status).toBe(200)
})

it('rejects in the database a hand-over in a message that is not a note', async () => {
  const ticketId = await desk.opened(ana)
  const change = 'update support_messages set handed_to = $2 where ticket_id = $1'
  const planted = asOwner(test.deps.databaseUrl, change, [ticketId, leo.userId])
  await expect(planted).rejects.toThrow('support_messages_handover')
})
