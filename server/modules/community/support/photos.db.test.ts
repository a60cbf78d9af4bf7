import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_GUEST_PHOTOS_A_DAY } from '#contract/support-limits.ts'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { purgeOldData } from '#server/modules/office/privacy/retention.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { HELP, supportSteps } from '#test/support-steps.ts'

// Photos of people without a session, sent by a mailed link, and photos of the team.

let test: BookingsApp
let mail: MailSandbox
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let photo: Buffer
let visitors = 0

beforeAll(async () => {
  mail = await openMailSandbox()
  const urls = { smtp: mail.url }
  // A test waits until five uploads hold a connection each.
  test = await openBookingsApp({ urls, extensions: [mail.plugin], poolSize: 10 })
  desk = supportSteps(test)
  sara = await aUser(test.deps, { roles: ['passenger', 'support'], firstName: 'Sara' })
  photo = await aPhoto()
  return () => mail.close()
})

const newEmail = () => {
  visitors += 1
  return `foto-${visitors}@correo.test`
}

const post = async (path: string, body: object) =>
  (await postJson(test.app, `/support/requests${path}`, body)).json()

type Visitor = { id: string; email: string; token: string; messageId: string }

/** Opens a ticket from outside without confirming it, and reads the secret of its link. */
async function asked(email = newEmail()): Promise<Visitor> {
  const id = newId()
  await post('', { id, name: 'Rosa Díaz', email, kind: 'account', text: HELP })
  await test.runJobs()
  const mails = mail.control.messages(email)
  const tokens = mails.map(({ text }) => /\/soporte#([\w-]+)/.exec(text)?.[1] ?? '')
  for (const token of tokens) {
    const { ticket } = await post('/read', { token })
    if (ticket?.id === id) return { id, email, token, messageId: ticket.messages[0].id }
  }
  throw new Error('the link was not mailed')
}

async function confirmed(email?: string): Promise<Visitor> {
  const visitor = await asked(email)
  await post('/confirm', { token: visitor.token })
  return visitor
}

let networks = 0

/** Sends each photo from a new network, unless `ip` is given. */
function attach(
  { token, messageId }: Pick<Visitor, 'token' | 'messageId'>,
  { ip, bytes = photo }: { ip?: string; bytes?: Buffer } = {},
) {
  networks += 1
  return postForm(test.app, '/support/requests/photos', {
    ip: ip ?? `10.77.${networks >> 8}.${networks & 255}`,
    fields: { token, messageId },
    file: { bytes },
  })
}

const see = (token: string, ticketPhotoId: string) =>
  postJson(test.app, '/support/requests/photo', { token, ticketPhotoId })

async function attachAsTeam(who: TestUser, messageId: string, bytes = photo) {
  const token = await freshToken(test.deps, who)
  const form = { token, fields: { messageId }, file: { bytes } }
  return await postForm(test.app, '/admin/ticket-photos', form)
}

const get = async (who: TestUser, path: string) =>
  test.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, who)}` },
  })

const stored = async () => {
  const query = 'select count(*)::int as n from support_attachments'
  return (await asOwner(test.deps.databaseUrl, query)).rows[0].n
}

const WAITING = `select from pg_stat_activity where datname = current_database()
  and application_name = 'cupo' and wait_event_type = 'Lock'`

/** Collects the answers of parallel calls that first all wait for the locked row of the ticket. */
async function whileHeld<T>(ticketId: string, begin: () => Promise<T>[]): Promise<T[]> {
  const begun = await test.deps.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('support_tickets').select('id').where('id', '=', ticketId)
    await row.forUpdate().execute()
    const begun = begin()
    const waiting = async () => (await asOwner(test.deps.databaseUrl, WAITING)).rows.length
    await expect.poll(waiting, { timeout: 10_000 }).toBe(begun.length)
    return begun
  })
  return await Promise.all(begun)
}

describe('a photo by a mailed link', () => {
  it('re-encodes a photo sent by a mailed link, for that link and the team only', async () => {
    const rosa = await confirmed()
    const { photoId } = (await attach(rosa)).json()
    const { ticket } = await post('/read', { token: rosa.token })
    expect(ticket.messages[0].photoIds).toEqual([photoId])
    const own = await see(rosa.token, photoId)
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(own.headers['cache-control']).toBe('private, no-store')
    const other = await confirmed()
    expect((await see(other.token, photoId)).json().code).toBe('ticket_not_found')
    expect((await see('x', photoId)).json().code).toBe('link_invalid')
    const passenger = await aUser(test.deps)
    expect((await get(passenger, `/support/photos/${photoId}`)).statusCode).toBe(404)
    expect((await get(passenger, `/admin/ticket-photos/${photoId}`)).statusCode).toBe(403)
    const desked = await get(sara, `/admin/ticket-photos/${photoId}`)
    expect(desked.rawPayload).toEqual(own.rawPayload)
    expect(desked.headers['cache-control']).toBe('private, no-store')
  })

  it('refuses a photo before the link is confirmed, and in messages of other people', async () => {
    const before = await stored()
    const waiting = await asked()
    expect((await attach(waiting)).json().code).toBe('link_invalid')
    const rosa = await confirmed()
    const made = await attach({ ...rosa, token: 'A'.repeat(64) })
    expect(made.json().code).toBe('link_invalid')
    const other = await confirmed()
    const ana = await aUser(test.deps)
    const [own] = (await desk.open(ana)).body.ticket.messages
    const answered = (await desk.answer(sara, rosa.id)).body.ticket.messages[1]
    for (const messageId of [other.messageId, own.id, answered.id, newId()]) {
      const answer = await attach({ ...rosa, messageId })
      expect(answer.json().code).toBe('ticket_not_found')
    }
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    expect((await attach(rosa, { bytes: script })).json().code).toBe('file_type_unsupported')
    expect(await stored()).toBe(before)
  })

  it('limits a visitor to three photos per message and six per ticket, in parallel', async () => {
    const rosa = await confirmed()
    // As many as one sender can have in the image pool.
    const four = await whileHeld(rosa.id, () => [1, 2, 3, 4].map(() => attach(rosa)))
    const codes = four.map((answer) => answer.statusCode).sort()
    expect(codes).toEqual([201, 201, 201, 409])
    const ids = [newId(), newId()]
    for (const id of ids) await post('/messages', { token: rosa.token, id, text: 'Otra foto.' })
    for (const status of [201, 201, 201]) {
      expect((await attach({ ...rosa, messageId: String(ids[0]) })).statusCode).toBe(status)
    }
    const seventh = await attach({ ...rosa, messageId: String(ids[1]) })
    expect(seventh.json().code).toBe('ticket_photo_limit')
    // The team can still answer with a photo.
    const answered = (await desk.answer(sara, rosa.id)).body.ticket.messages.at(-1)
    expect((await attachAsTeam(sara, answered.id)).statusCode).toBe(201)
  })

  it('limits an address to ten photos a day over all tickets, with refused ones', async () => {
    const email = newEmail()
    const first = await confirmed(email)
    const second = await confirmed(email)
    for (let sent = 0; sent < 6; sent += 1) await attach(first)
    for (let sent = 0; sent < 4; sent += 1) await attach(second)
    const before = await stored()
    const third = await confirmed(email)
    const refused = await attach(third)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'ticket_photos_paused'])
    expect(await stored()).toBe(before)
    expect((await attach(await confirmed())).statusCode).toBe(201)
    test.clock.advance(DAY_MS + 1000)
    expect((await attach(third)).statusCode).toBe(201)
  })

  it('limits a network to twenty photos a day', async () => {
    const ip = '10.66.5.4'
    for (let sent = 0; sent < 20; sent += 1)
      await attach({ token: 'x', messageId: newId() }, { ip })
    expect((await attach(await confirmed(), { ip })).json().code).toBe('rate_limited')
  })

  it('refuses photos of visitors above the daily limit for all of them together', async () => {
    const rosa = await confirmed()
    const set = `update rate_limits set hits = ${ALL_GUEST_PHOTOS_A_DAY}
      where key = 'support-photos:all'`
    expect((await attach(rosa)).statusCode).toBe(201)
    await asOwner(test.deps.databaseUrl, set)
    expect((await attach(rosa)).json().code).toBe('ticket_photos_paused')
    test.clock.advance(DAY_MS + 1000)
    expect((await attach(rosa)).statusCode).toBe(201)
  })

  it('deletes a photo with its ticket three years after the ticket was resolved', async () => {
    const rosa = await confirmed()
    const { photoId } = (await attach(rosa)).json()
    await desk.answer(sara, rosa.id, { resolve: true })
    const start = test.clock.now()
    test.clock.advance(1_094 * DAY_MS)
    await purgeOldData(test.deps)
    expect((await see(rosa.token, photoId)).statusCode).toBe(200)
    test.clock.advance(2 * DAY_MS)
    await purgeOldData(test.deps)
    expect((await see(rosa.token, photoId)).json().code).toBe('ticket_not_found')
    const query = 'select from support_attachments where id = $1'
    expect((await asOwner(test.deps.databaseUrl, query, [photoId])).rows).toEqual([])
    test.clock.set(start)
  })
})

describe('a photo of the team', () => {
  it('accepts a photo in the answer of a team member, and shows it to the person', async () => {
    const ana = await aUser(test.deps)
    const ticketId = await desk.opened(ana)
    const messages = (await desk.answer(sara, ticketId)).body.ticket.messages
    const noted = (await desk.note(sara, ticketId)).body.ticket.messages
    const [question, answered, note] = [messages[0].id, messages[1].id, noted[2].id]
    const sent = await attachAsTeam(sara, answered)
    expect(sent.statusCode).toBe(201)
    const { photoId } = sent.json()
    const shown = (await desk.show(ana, ticketId)).body.ticket.messages[1]
    expect([shown.mine, shown.photoIds]).toEqual([false, [photoId]])
    const seen = await get(ana, `/support/photos/${photoId}`)
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    const leo = await aUser(test.deps, { roles: ['passenger', 'support'] })
    expect((await attachAsTeam(leo, answered)).json().code).toBe('ticket_not_found')
    for (const messageId of [question, note, newId()]) {
      expect((await attachAsTeam(sara, messageId)).json().code).toBe('ticket_not_found')
    }
    expect((await attachAsTeam(ana, answered)).json().code).toBe('forbidden')
    const query = `select actor_id, details from audit_entries
      where subject_id = $1 and action = 'ticket.photo_added'`
    const { rows } = await asOwner(test.deps.databaseUrl, query, [ticketId])
    expect(rows).toEqual([{ actor_id: sara.userId, details: { photoId } }])
    // Makes a screen that already shows the answer read it again.
    const hints = 'select type from live_events where user_id = $1 and ref = $2'
    const hinted = await asOwner(test.deps.databaseUrl, hints, [ana.userId, ticketId])
    expect(hinted.rows).toEqual([{ type: 'notification' }])
  })

  it('shows a photo of the team to a visitor by their mailed link', async () => {
    const rosa = await confirmed()
    const { messages } = (await desk.answer(sara, rosa.id)).body.ticket
    const { photoId } = (await attachAsTeam(sara, messages[1].id)).json()
    const { ticket } = await post('/read', { token: rosa.token })
    expect(ticket.messages[1].photoIds).toEqual([photoId])
    expect((await see(rosa.token, photoId)).statusCode).toBe(200)
  })
})
