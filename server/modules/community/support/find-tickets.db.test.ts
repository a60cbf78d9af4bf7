import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { supportSteps } from '#test/support-steps.ts'

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
  ana = await aUser(test.deps, { firstName: 'Úrsula', lastName: 'Iguarán' })
  ticketId = await desk.opened(ana, { text: 'Dejé una maleta azul en el baúl del carro.' })
  await desk.opened(await aUser(test.deps))
})

const find = async (who: TestUser, text: string): Promise<string[]> => {
  const { body } = await test.call(who, 'POST', '/admin/tickets/find', { text })
  return body.items.map(({ id }: { id: string }) => id)
}

describe('the search of the team', () => {
  it('finds a ticket by its number, as its person reads it', async () => {
    const { number } = (await desk.show(ana, ticketId)).body.ticket
    for (const text of [`${number}`, `#${number}`, `caso ${number}`, `Caso n.º ${number}`]) {
      expect(await find(sara, text)).toEqual([ticketId])
    }
    expect(await find(sara, '999999')).toEqual([])
    expect(await find(sara, ticketId)).toEqual([ticketId])
  })

  it('finds tickets by the name or the whole address of their person', async () => {
    expect(await find(sara, 'ursula iguaran')).toEqual([ticketId])
    expect(await find(sara, ana.email)).toEqual([ticketId])
    expect(await find(sara, ana.email.slice(1))).toEqual([])
  })

  it('finds a resolved ticket by words of its messages in any order, without accents', async () => {
    await desk.answer(sara, ticketId, { text: 'La llevamos a la terminal.', resolve: true })
    expect(await find(leo, 'BAUL maleta')).toEqual([ticketId])
    expect(await find(leo, 'maleta terminal')).toEqual([ticketId])
    expect(await find(leo, 'maleta verde')).toEqual([])
  })

  it('finds a note for the team, except on a ticket of the person who searches', async () => {
    const own = await desk.opened(sara)
    await desk.note(leo, own, 'Colega con saldo raro, ojo quetzal.')
    expect(await find(leo, 'quetzal')).toEqual([own])
    expect(await find(sara, 'quetzal')).toEqual([])
  })

  it('finds the ticket of a visitor by name and address once it is confirmed', async () => {
    const email = `visita-${newId()}@correo.test`
    const body = { name: 'Remedios Buendía', email, kind: 'other', text: 'Pregunto por mascotas.' }
    await postJson(test.app, '/support/requests', { id: newId(), ...body })
    expect(await find(sara, email)).toEqual([])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `update support_tickets set status = 'open', due_at = created_at
       where status = 'unconfirmed' returning id`,
    )
    const guest = rows.map(({ id }) => id)
    expect(guest).toHaveLength(1)
    expect(await find(sara, email.toUpperCase())).toEqual(guest)
    expect(await find(sara, 'remedios mascotas')).toEqual(guest)
  })

  it('records who searched, without the text', async () => {
    await find(leo, ana.email)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select details from audit_entries where action = 'tickets.searched' and actor_id = $1
       order by at desc, id desc limit 1`,
      [leo.userId],
    )
    expect(rows).toEqual([{ details: { found: 1 } }])
  })
})
