import { beforeAll, beforeEach, expect, it } from 'vitest'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { addOfficeMs } from '#server/platform/office-hours.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { supportSteps } from '#test/support-steps.ts'

const UNDO_MS = UNDO_SECONDS * 1_000

let test: BookingsApp
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let leo: TestUser
let ana: TestUser
let ticketId: string

beforeAll(async () => {
  test = await openBookingsApp()
  desk = supportSteps(test)
  const team = { roles: ['passenger', 'support'] as const }
  sara = await aUser(test.deps, { ...team, firstName: 'Sara' })
  leo = await aUser(test.deps, { ...team, firstName: 'Leo' })
})

beforeEach(async () => {
  ana = await aUser(test.deps)
  ticketId = await desk.opened(ana)
})

const read = async () => (await desk.show(ana, ticketId)).body.ticket
const waits = async () => {
  const { items, undoable } = (await desk.queue(sara)).body
  const own = undoable.filter((each: { ticketId: string }) => each.ticketId === ticketId)
  return { isListed: items.some(({ id }: { id: string }) => id === ticketId), own }
}
const undo = (who: TestUser, id: string) =>
  test.call(who, 'POST', `/admin/tickets/${ticketId}/undo-answer`, { id })
const told = async () => {
  const query = `select 1 from notifications where user_id = $1 and kind = 'ticket_answered'`
  return (await asOwner(test.deps.databaseUrl, query, [ana.userId])).rowCount
}
const pass = async (ms: number) => {
  test.clock.advance(ms)
  await test.runJobs()
}

it('reaches its person after 30 seconds, and until then nothing of it does', async () => {
  const before = await read()
  const answer = { id: newId(), text: 'Ya está en tu saldo.', resolve: true }
  expect((await desk.hold(sara, ticketId, answer)).status).toBe(201)
  await pass(UNDO_MS - 1)
  expect(await read()).toEqual(before)
  expect(await told()).toBe(0)
  const { isListed, own } = await waits()
  expect([isListed, own]).toMatchObject([false, [{ id: answer.id, secondsLeft: 1 }]])

  await pass(1)
  expect(await read()).toMatchObject({
    status: 'resolved',
    messages: [{ mine: true }, { text: answer.text, at: test.clock.now().toISOString() }],
  })
  // A repeat is the same answer, and the job runs at least once.
  expect((await desk.answer(sara, ticketId, answer)).status).toBe(201)
  expect([(await read()).messages.length, await told()]).toEqual([2, 1])
  expect((await undo(sara, answer.id)).body.code).toBe('ticket_answer_left')
})

it('never reaches its person once it was taken back, nor can its id answer again', async () => {
  const before = await read()
  const answer = { id: newId(), text: 'Hola, Andrea.' }
  await desk.hold(sara, ticketId, answer)
  expect((await undo(leo, answer.id)).body.code).toBe('ticket_answer_left')
  expect((await undo(sara, answer.id)).body).toMatchObject({
    text: answer.text,
    ticket: { status: 'open', messages: [{ kind: 'person' }] },
  })
  expect((await waits()).isListed).toBe(true)
  await pass(UNDO_MS)
  expect([await read(), await told()]).toEqual([before, 0])
  expect((await desk.hold(sara, ticketId, answer)).body.code).toBe('idempotency_mismatch')
})

it('does not resolve the ticket of somebody who wrote before the answer left', async () => {
  await desk.hold(sara, ticketId, { text: 'Ya quedó.', resolve: true })
  await desk.write(ana, ticketId, 'Y ahora me falta otra recarga.')
  await pass(UNDO_MS)
  const { status, dueAt, messages } = await read()
  expect(messages.map(({ mine }: { mine: boolean }) => mine)).toEqual([true, true, false])
  const due = addOfficeMs(test.clock.now(), 48 * HOUR_MS).toISOString()
  expect([status, dueAt]).toEqual(['open', due])
})

it('refuses an answer from a screen that lacks the last message of the person', async () => {
  const seenId = async () => (await desk.desk(sara, ticketId)).body.ticket.messages.at(-1).id
  const early = await seenId()
  await desk.write(ana, ticketId, 'Olvida la recarga: me robaron la cuenta.')
  const answer = { id: newId(), text: 'Ya quedó.', resolve: true }
  const send = (seenMessageId: string | null) =>
    desk.hold(sara, ticketId, { ...answer, seenMessageId })
  for (const seen of [early, null]) {
    expect((await send(seen)).body.code).toBe('ticket_written')
  }
  await pass(UNDO_MS)
  expect([(await read()).status, await told()]).toEqual(['open', 0])
  expect((await send(await seenId())).status).toBe(201)
  await desk.write(ana, ticketId)
  expect((await send(early)).status).toBe(201)
})

it('leaves at once about safety', async () => {
  ticketId = await desk.opened(ana, { kind: 'safety' })
  await desk.hold(sara, ticketId, { text: 'Ya vamos a llamarlo.' })
  expect([(await read()).status, await told()]).toEqual(['waiting', 1])
})
