import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { newCode, readTicket, signTicket, type TicketClaims } from './ticket.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')

const claims: TicketClaims = {
  bookingId: newId(),
  tripId: newId(),
  generation: 3,
  seats: 2,
  fromSeq: 1,
  toSeq: 14,
  validFrom: new Date('2026-11-27T13:00:00.000Z'),
  validUntil: new Date('2026-11-28T19:00:00.000Z'),
}

describe('signed ticket', () => {
  const token = signTicket(privateKey, claims)

  it('reads the signed claims of a ticket with the public key only', () => {
    expect(readTicket([other.publicKey, publicKey], token)).toEqual(claims)
    expect(readTicket([createPublicKey(privateKey)], token)).toEqual(claims)
    expect(token).toHaveLength(155)
    expect(signTicket(privateKey, claims)).toBe(token)
  })

  it('refuses a ticket in which any single byte differs', () => {
    const bytes = Buffer.from(token, 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 0x01
      expect(
        readTicket([publicKey], changed.toString('base64url')),
        `byte ${index}`,
      ).toBeUndefined()
    }
  })

  it('refuses a ticket signed by an unknown key', () => {
    expect(readTicket([other.publicKey], token)).toBeUndefined()
    expect(readTicket([], token)).toBeUndefined()
  })

  it('refuses a ticket that carries the id of another key', () => {
    const forged = Buffer.from(signTicket(other.privateKey, claims), 'base64url')
    Buffer.from(token, 'base64url').copy(forged, 1, 1, 5)
    expect(readTicket([publicKey], forged.toString('base64url'))).toBeUndefined()
  })

  it.each([
    ['cut', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['padded', `${token}=`],
    ['of the other alphabet', `+${token.slice(1)}`],
    ['with a space', `${token.slice(0, -1)} `],
    ['empty', ''],
    ['spelled with other unused bits', respelled(token)],
  ])('refuses a ticket text that is %s', (_, text) => {
    expect(readTicket([publicKey], text)).toBeUndefined()
  })

  it('refuses any random text as a ticket without throwing', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => !readTicket([publicKey], text)))
  })
})

/** The last of the 155 characters has two unused bits, so another text can hold the same bytes. */
function respelled(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? 'A')
  const text = token.slice(0, -1) + alphabet[last ^ 1]
  expect(Buffer.from(text, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
  return text
}

describe('ticket code', () => {
  it('creates ticket codes without characters that people confuse', () => {
    for (let n = 0; n < 500; n += 1) expect(newCode()).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
  })
})
