import { beforeEach, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { readSavedTicket, type SavedTicket, savedTickets, saveTicket } from './saved-tickets.ts'

const DROP_OFF = '2026-11-24T18:00:00.000Z'
const DAY_MS = 24 * 3_600_000
const before = new Date(Date.parse(DROP_OFF) + DAY_MS - 1)
const after = new Date(Date.parse(DROP_OFF) + DAY_MS)

const booking = { id: 'b1', state: 'confirmed', from: { at: DROP_OFF }, to: { at: DROP_OFF } }
const saved = { ownerId: 'ana', booking, ticket: { code: 'ABC234' } } as unknown as SavedTicket

beforeEach(() => {
  stubStorage()
  localStorage.setItem('ticket:b1', JSON.stringify(saved))
})

it('returns a saved ticket only to its owner', () => {
  expect(readSavedTicket('b1', 'ana', before)?.ticket.code).toBe('ABC234')
  for (const other of ['beto', null]) {
    expect(readSavedTicket('b1', other, before)).toBeNull()
    expect(savedTickets(other, before)).toEqual([])
  }
})

it('deletes a saved ticket 24 hours after the drop-off', () => {
  expect(savedTickets('ana', before)).toHaveLength(1)
  expect(savedTickets('ana', after)).toEqual([])
  expect(localStorage.length).toBe(0)
})

it('keeps a ticket for a day on a phone whose clock is a week ahead', () => {
  const ahead = (ms: number) => new Date(after.getTime() + 7 * DAY_MS + ms)
  saveTicket({ ...saved, readAt: ahead(0).getTime() }, ahead(0))
  expect(savedTickets('ana', ahead(DAY_MS - 1))).toHaveLength(1)
  expect(savedTickets('ana', ahead(DAY_MS))).toEqual([])
})
