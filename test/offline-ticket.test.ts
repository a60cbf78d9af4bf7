import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardingPassenger } from '#contract/boarding.ts'
import { signTicket, ticketKeyId } from '#server/modules/travel/bookings/index.ts'
import { newId } from '#server/platform/ids.ts'
import { correctedTime } from '#web/lib/corrected-time.ts'
import { judgeScan } from '#web/offline/judge-scan.ts'
import { readTicket } from '#web/offline/verify-ticket.ts'
import type { BoardingPack } from '#web/stored/boarding-store.ts'

// The phone verifies offline the tickets that the server signs.

const { privateKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519').privateKey
const keyOf = (key: typeof privateKey) => {
  const publicKey = createPublicKey(key)
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { id: ticketKeyId(publicKey).toString('hex'), publicKey: x }
}
const keys = [keyOf(privateKey)]

const claims = {
  bookingId: newId(),
  tripId: newId(),
  generation: 2,
  seats: 1,
  fromSeq: 0,
  toSeq: 3,
  validFrom: new Date('2026-11-27T13:00:00.000Z'),
  validUntil: new Date('2026-11-28T19:00:00.000Z'),
}
const token = signTicket(privateKey, claims)
const NOW = new Date('2026-11-27T15:00:00.000Z')

const passenger: BoardingPassenger = {
  bookingId: claims.bookingId,
  generation: 2,
  name: 'Ana R.',
  seats: 1,
  from: { name: 'Ibagué', at: '2026-11-27T15:00:00.000Z' },
  to: { name: 'Cali', at: '2026-11-27T19:00:00.000Z' },
  price: 40_000,
  paymentMode: 'billetera',
  status: 'confirmed',
  aboardSaid: null,
  checkedInAt: null,
  validFrom: claims.validFrom.toISOString(),
  validUntil: claims.validUntil.toISOString(),
}

function aPack(change: Partial<BoardingPassenger> = {}, revoked: string[] = []): BoardingPack {
  return {
    tripId: claims.tripId,
    ownerId: newId(),
    keys,
    clockOffsetMs: 0,
    manifest: {
      tripId: claims.tripId,
      cancelled: false,
      departsAt: '2026-11-27T11:00:00.000Z',
      passengers: [{ ...passenger, ...change }],
      revoked,
      conflicts: [],
      serverTime: '2026-11-27T14:00:00.000Z',
      timeProof: '',
    },
  }
}

describe('a ticket read by the phone', () => {
  it('reads on the phone the ticket that the server signed', async () => {
    const { fromSeq: _f, toSeq: _t, ...said } = claims
    expect(await readTicket(keys, token)).toEqual(said)
  })

  it('refuses a ticket with a changed byte, spelling or key on the phone', async () => {
    const bytes = Buffer.from(token, 'base64url')
    for (let index = 0; index < bytes.length; index += 5) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(await readTicket(keys, changed.toString('base64url')), `byte ${index}`).toBeNull()
    }
    const forged = Buffer.from(signTicket(other, claims), 'base64url')
    bytes.copy(forged, 1, 1, 5)
    expect(await readTicket(keys, forged.toString('base64url'))).toBeNull()
    expect(await readTicket(keys, signTicket(other, claims))).toBeNull()
    for (const text of [token.slice(1), `${token}A`, `${token.slice(0, -1)} `, '']) {
      expect(await readTicket(keys, text)).toBeNull()
    }
  })

  it('refuses any random text as a ticket without throwing', async () => {
    const text = fc.string({ minLength: 150, maxLength: 160 })
    await fc.assert(fc.asyncProperty(text, async (it) => (await readTicket(keys, it)) === null))
  })
})

describe('boarding decided offline by the phone', () => {
  const judge = ({ ticket }: { ticket: string }, pack = aPack(), now = NOW) =>
    judgeScan(pack, ticket, { admitted: new Set(), now })

  it.each([-5, 30])('admits an old ticket or list after a move by %d h', async (hours) => {
    const move = (at: Date) => new Date(at.getTime() + hours * 3_600_000)
    const [validFrom, validUntil] = [move(claims.validFrom), move(claims.validUntil)]
    const pack = aPack({
      validFrom: validFrom.toISOString(),
      validUntil: validUntil.toISOString(),
    })
    const fresh = signTicket(privateKey, { ...claims, validFrom, validUntil })
    const pickUp = move(NOW)
    expect(await judge({ ticket: token }, pack, pickUp)).toMatchObject({ ok: true })
    expect(await judge({ ticket: fresh }, aPack(), pickUp)).toMatchObject({ ok: true })
    const before = new Date(Math.min(claims.validFrom.getTime(), validFrom.getTime()) - 1000)
    const early = { ok: false, code: 'check_in_too_early' }
    expect(await judge({ ticket: token }, pack, before)).toEqual(early)
    const after = new Date(Math.max(claims.validUntil.getTime(), validUntil.getTime()) + 1000)
    const late = { ok: false, code: 'ticket_invalid' }
    expect(await judge({ ticket: token }, pack, after)).toEqual(late)
  })

  it('admits offline a passenger on the list by ticket', async () => {
    expect(await judge({ ticket: token })).toMatchObject({ ok: true, passenger })
  })

  it.each([
    ['twice', aPack({ status: 'checked_in' }), NOW, 'ticket_used'],
    ['with a ticket of before', aPack({ generation: 3 }), NOW, 'ticket_revoked'],
    ['too early', aPack(), new Date('2026-11-27T12:59:59.000Z'), 'check_in_too_early'],
    ['too late', aPack(), new Date('2026-11-28T19:00:01.000Z'), 'ticket_invalid'],
    ['cancelled', aPack({}, [claims.bookingId]), NOW, 'ticket_revoked'],
  ])('admits nobody offline %s', async (_, pack, now, code) => {
    expect(await judge({ ticket: token }, pack, now)).toMatchObject({ ok: false, code })
  })

  it('admits by signature a passenger who booked after the list was read', async () => {
    const later = aPack({ bookingId: newId() })
    const expected = { ok: true, passenger: null, bookingId: claims.bookingId, seats: 1 }
    expect(await judge({ ticket: token }, later)).toEqual(expected)
  })

  it('admits a ticket newer than the list, and shows no fare of before', async () => {
    const ticket = signTicket(privateKey, { ...claims, generation: 3 })
    const listed = aPack({ generation: 2, seats: 2, price: 80_000 })
    const expected = { ok: true, passenger: null, bookingId: claims.bookingId, seats: 1 }
    expect(await judge({ ticket }, listed)).toEqual(expected)
    const stale = signTicket(privateKey, { ...claims, generation: 1 })
    expect(await judge({ ticket: stale }, listed)).toMatchObject({ code: 'ticket_revoked' })
  })

  it('admits no passenger twice on the same phone', async () => {
    const admitted = new Set([claims.bookingId])
    const judged = await judgeScan(aPack(), token, { admitted, now: NOW })
    expect(judged).toMatchObject({ ok: false, code: 'ticket_used' })
  })

  it('admits no passenger of another trip', async () => {
    const elsewhere = signTicket(privateKey, { ...claims, tripId: newId() })
    expect(await judge({ ticket: elsewhere })).toMatchObject({ code: 'ticket_other_trip' })
  })
})

describe('the corrected time of the phone', () => {
  const clock = { clockOffsetMs: 3_600_000, serverTime: '2026-11-27T14:00:00.000Z' }

  it("corrects the phone's time by the server's offset", () => {
    const device = Date.parse('2026-11-27T13:30:00.000Z')
    expect(correctedTime(clock, device).toISOString()).toBe('2026-11-27T14:30:00.000Z')
  })

  it("never sets the corrected time before the server's last time", () => {
    const setBack = Date.parse('2026-11-26T13:30:00.000Z')
    expect(correctedTime(clock, setBack).toISOString()).toBe('2026-11-27T14:00:00.000Z')
  })
})
