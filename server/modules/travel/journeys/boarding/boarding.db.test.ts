import { webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BoardingManifest, ScanResult } from '#contract/boarding.ts'
import type { WalletTransaction } from '#contract/wallet.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { WRONG_CODES_MAX } from './record-scans.ts'
import { judgeTime } from './signed-time.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

/** Creates a trip with one confirmed passenger and two phones of its driver. */
async function aBoarding(seats = 1) {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { seats })
  const { body: ticket } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
  const manifest = async (): Promise<BoardingManifest> =>
    (await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/manifest`)).body
  const aPhone = (deviceName: string) => {
    const deviceId = newId()
    return async (scan: Body, timeProof?: string): Promise<ScanResult> => {
      const at = test.clock.now().toISOString()
      const full = { nonce: newId(), scannedAt: at, offline: true, ...scan }
      const body = { deviceId, deviceName, scans: [full], ...(timeProof ? { timeProof } : {}) }
      const answer = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/scans`, body)
      expect(answer.status).toBe(200)
      return answer.body.results[0]
    }
  }
  return { trip, ana, booking, ticket, manifest, aPhone }
}

describe('the public ticket keys', () => {
  it('verifies a ticket with the public keys only', async () => {
    const { ana, ticket } = await aBoarding()
    const { keys } = (await test.call(ana, 'GET', '/tickets/keys')).body
    const token = Buffer.from(ticket.qr, 'base64url')
    expect(keys[0].id).toBe(token.subarray(1, 5).toString('hex'))
    const raw = Buffer.from(keys[0].publicKey, 'base64url')
    const key = await webcrypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    const [payload, signature] = [token.subarray(0, 52), token.subarray(52)]
    expect(await webcrypto.subtle.verify('Ed25519', key, signature, payload)).toBe(true)
  })
})

describe('the boarding manifest', () => {
  it('lists passengers in the manifest without codes or mail, and revoked bookings', async () => {
    const { trip, ana, booking, ticket, manifest } = await aBoarding()
    const eva = await test.aPassenger()
    const gone = await test.booked(eva, trip)
    await test.call(eva, 'POST', `/bookings/${gone.id}/cancel`)
    const list = await manifest()
    expect(list.passengers).toHaveLength(1)
    expect(list.passengers[0]).toMatchObject({
      bookingId: booking.id,
      name: 'Ana R.',
      status: 'confirmed',
      generation: 1,
    })
    expect(list.revoked).toEqual([gone.id])
    // The manifest contains no part of a ticket code.
    expect(JSON.stringify(list)).not.toMatch(/code|hash|salt|rounds/i)
    const text = JSON.stringify(list)
    for (const secret of [ticket.code, ticket.qr, ana.email]) expect(text).not.toContain(secret)
  })

  it('returns the boarding manifest only to the driver of the trip', async () => {
    const { trip, ana } = await aBoarding()
    const other = await test.newTrip()
    for (const who of [ana, other.driver]) {
      const answer = await test.call(who, 'GET', `/trips/${trip.tripId}/manifest`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'trip_not_found' } })
    }
  })
})

describe('a scan of a ticket', () => {
  it('boards and pays once when the same scan is sent several times', async () => {
    const { trip, ana, booking, ticket, aPhone } = await aBoarding()
    test.toPickUp(booking, 0)
    const phone = aPhone('Pixel')
    const scan = { nonce: newId(), ticket: ticket.qr }
    const answers = await Promise.all([phone(scan), phone(scan), phone(scan)])
    answers.push(await phone(scan))
    for (const answer of answers) expect(answer.outcome).toBe('accepted')
    expect(answers[0]?.passenger).toMatchObject({ name: 'Ana R.', status: 'checked_in' })
    expect(await test.available(ana)).toBe(FUNDS - booking.price)
    expect((await phone({ ticket: ticket.qr })).outcome).toBe('already_used')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select outcome from boarding_scans where trip_id = $1 order by outcome',
      [trip.tripId],
    )
    expect(rows.map((row) => row.outcome)).toEqual(['accepted', 'already_used'])
  })

  it('refuses codes after sixty wrong ones on a trip, while QR tickets still board', async () => {
    const { booking, ticket, aPhone } = await aBoarding()
    test.toPickUp(booking, 0)
    const phone = aPhone('Pixel')
    for (let n = 0; n < WRONG_CODES_MAX; n += 1) {
      expect((await phone({ code: `AAA${String(222 + n)}` })).outcome).toBe('refused')
    }
    expect((await phone({ code: ticket.code })).outcome).toBe('refused')
    expect((await phone({ ticket: ticket.qr })).outcome).toBe('accepted')
  })

  it('answers accepted to a repeated scan whose first answer was not written', async () => {
    const { trip, booking, ticket, aPhone } = await aBoarding()
    test.toPickUp(booking, 0)
    const phone = aPhone('Pixel')
    const scan = { nonce: newId(), ticket: ticket.qr }
    await phone(scan)
    await asOwner(
      test.deps.databaseUrl,
      `alter table boarding_scans disable trigger boarding_scans_settled_once;
       update boarding_scans set outcome = null, code = null where trip_id = '${trip.tripId}';
       alter table boarding_scans enable trigger boarding_scans_settled_once`,
    )
    expect((await phone(scan)).outcome).toBe('accepted')
  })

  it('reports a conflict with both phones when two offline phones scan one ticket', async () => {
    const { booking, ticket, manifest, aPhone } = await aBoarding()
    test.toPickUp(booking, -MINUTE_MS)
    const { timeProof } = await manifest()
    const [first, second] = [aPhone('Pixel de Carlos'), aPhone('Galaxy de Marta')]
    const [one, two] = [addMs(test.clock.now(), 30_000), addMs(test.clock.now(), 50_000)]
    test.clock.advance(2 * HOUR_MS)
    const scan = (at: Date) => ({ ticket: ticket.qr, scannedAt: at.toISOString() })
    expect((await first(scan(one), timeProof)).outcome).toBe('accepted')
    expect(await second(scan(two), timeProof)).toMatchObject({
      outcome: 'conflict',
      usedAt: one.toISOString(),
      usedBy: 'Pixel de Carlos',
    })
    expect((await manifest()).conflicts).toEqual([
      {
        bookingId: booking.id,
        name: 'Ana R.',
        scans: [
          { device: 'Pixel de Carlos', at: one.toISOString() },
          { device: 'Galaxy de Marta', at: two.toISOString() },
        ],
      },
    ])
  })

  it('refuses the second online scan of a ticket without reporting a conflict', async () => {
    const { booking, ticket, manifest, aPhone } = await aBoarding()
    test.toPickUp(booking, 0)
    await aPhone('Pixel')({ code: ticket.code, offline: false })
    const again = await aPhone('Galaxy')({ code: ticket.code, offline: false })
    expect(again).toMatchObject({ outcome: 'already_used', usedBy: 'Pixel' })
    expect((await manifest()).conflicts).toEqual([])
  })

  it('answers revoked to the ticket of a cancelled booking and moves no money', async () => {
    const { ana, booking, ticket, manifest, aPhone } = await aBoarding()
    const { timeProof } = await manifest()
    await test.call(ana, 'POST', `/bookings/${booking.id}/cancel`)
    test.toPickUp(booking, 0)
    expect((await aPhone('Pixel')({ ticket: ticket.qr }, timeProof)).outcome).toBe('revoked')
    expect(await test.available(ana)).toBe(FUNDS)
  })

  it('boards who gave back a seat after the scan, but not with a ticket read later', async () => {
    const [early, late] = [await aBoarding(2), await aBoarding(2)]
    for (const { ana, booking, ticket, manifest, aPhone, trip } of [early, late]) {
      test.toPickUp(booking, -20 * MINUTE_MS)
      const { timeProof, serverTime } = await manifest()
      test.clock.advance(5 * MINUTE_MS)
      const before = test.clock.now().toISOString()
      test.clock.advance(MINUTE_MS)
      expect((await test.act(ana, booking, 'give-back', { seats: 1 })).status).toBe(200)
      test.clock.advance(MINUTE_MS)
      const after = test.clock.now().toISOString()
      const scannedAt = trip === early.trip ? before : after
      const answer = await aPhone('Pixel')({ ticket: ticket.qr, scannedAt }, timeProof)
      expect(before > serverTime).toBe(true)
      const { status, seats } = (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body
        .booking
      expect([answer.outcome, answer.usedAt, status, seats]).toEqual(
        trip === early.trip
          ? ['accepted', before, 'checked_in', 1]
          : ['revoked', null, 'confirmed', 1],
      )
    }
  })

  it('refuses an invalid ticket with the reason', async () => {
    const { booking, ticket, aPhone } = await aBoarding()
    const other = await aBoarding()
    const phone = aPhone('Pixel')
    expect(await phone({ ticket: ticket.qr })).toMatchObject({ code: 'check_in_too_early' })
    test.toPickUp(booking, 0)
    expect(await phone({ ticket: 'no es un tiquete' })).toMatchObject({ code: 'ticket_invalid' })
    expect(await phone({ code: 'ZZZZZZ' })).toMatchObject({ code: 'ticket_invalid' })
    expect(await phone({ ticket: other.ticket.qr })).toMatchObject({ code: 'ticket_other_trip' })
    const nonce = newId()
    await phone({ nonce, code: 'ZZZZZZ' })
    const stolen = await other.aPhone('Galaxy')({ nonce, ticket: other.ticket.qr })
    expect(stolen).toMatchObject({ outcome: 'refused', code: 'invalid_request' })
  })
})

describe('the time of a scan', () => {
  it("limits the time of a scan by the signed server time, not by the phone's clock", async () => {
    for (const error of [-DAY_MS, DAY_MS]) {
      const { booking, ticket, manifest, aPhone } = await aBoarding()
      test.toPickUp(booking, 0)
      const { timeProof, serverTime } = await manifest()
      test.clock.advance(HOUR_MS)
      const claimed = addMs(test.clock.now(), error).toISOString()
      const answer = await aPhone('Pixel')({ ticket: ticket.qr, scannedAt: claimed }, timeProof)
      const expected = error < 0 ? serverTime : test.clock.now().toISOString()
      expect(answer).toMatchObject({ outcome: 'accepted', usedAt: expected })
    }
  })

  it('dates the payment of a late scan at the time of the scan', async () => {
    const { booking, ticket, manifest, aPhone, trip } = await aBoarding()
    test.toPickUp(booking, 0)
    const { timeProof, serverTime } = await manifest()
    test.clock.advance(DAY_MS)
    await aPhone('Pixel')({ ticket: ticket.qr, scannedAt: serverTime }, timeProof)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select kind, created_at, happened_at from ledger_transfers
       where cause_id = $1 order by created_at, kind = 'transfer'`,
      [booking.id],
    )
    const [now, then] = [test.clock.now(), new Date(serverTime)]
    expect(rows).toMatchObject([
      { kind: 'pending' },
      { kind: 'post', created_at: now, happened_at: then },
      { kind: 'transfer', created_at: now, happened_at: then },
    ])
    const income = (await test.call(trip.driver, 'GET', '/wallet/transactions')).body
    const dated = (line: WalletTransaction) => [line.transaction_type, line.transaction_date]
    const dates = income.transactions.map(dated)
    expect(dates).toContainEqual(['ingreso_viaje', serverTime])
  })

  it('uses the time of arrival for a scan without a signed time or with a forged one', async () => {
    for (const forged of [undefined, `${Date.now()}.${'A'.repeat(86)}`]) {
      const { booking, ticket, aPhone } = await aBoarding()
      test.toPickUp(booking, HOUR_MS)
      const claimed = addMs(test.clock.now(), -HOUR_MS).toISOString()
      const answer = await aPhone('Pixel')({ ticket: ticket.qr, scannedAt: claimed }, forged)
      expect(answer.usedAt).toBe(test.clock.now().toISOString())
    }
  })

  it('limits the claimed time of a scan to between the signed time and now', () => {
    const toldAt = new Date('2026-11-27T10:00:00Z')
    const now = new Date('2026-11-27T12:00:00Z')
    const judged = (claimed: string) => judgeTime({ claimed: new Date(claimed), toldAt, now })
    expect(judged('2026-11-27T11:00:00Z').toISOString()).toBe('2026-11-27T11:00:00.000Z')
    expect(judged('2026-11-26T11:00:00Z')).toEqual(toldAt)
    expect(judged('2026-11-28T11:00:00Z')).toEqual(now)
    const fromTomorrow = addMs(now, DAY_MS)
    expect(judgeTime({ claimed: toldAt, toldAt: fromTomorrow, now })).toEqual(now)
  })
})
