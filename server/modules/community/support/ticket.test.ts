import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { addOfficeMs, officeMsBetween } from '#server/platform/office-hours.ts'
import { dueFrom, earlierDue } from './ticket.ts'

const bogota = (text: string) => new Date(`${text}:00-05:00`)

describe('dueFrom: the deadline of an answer about a trip', () => {
  it.each([
    // [asked, departure, promised until]; 23 November 2026 is a Monday.
    ['a Monday trip asked on Friday', '2026-11-20T18:00', '2026-11-23T15:00', '2026-11-23T13:00'],
    ['two hours before, at night', '2026-11-20T18:00', '2026-11-21T06:00', '2026-11-20T20:00'],
    ['two hours before, on a Sunday', '2026-11-20T18:00', '2026-11-22T19:00', '2026-11-22T14:00'],
    ['two hours before, at opening', '2026-11-20T18:00', '2026-11-23T10:00', '2026-11-22T14:00'],
    ['a trip after the terms', '2026-11-20T18:00', '2026-11-30T08:00', '2026-11-25T18:00'],
    // 8 December is a holiday.
    ['a trip after a holiday', '2026-12-07T10:00', '2026-12-09T07:00', '2026-12-07T20:00'],
  ])('promises within the office and before the departure: %s', (_, asked, leaves, due) => {
    expect(dueFrom('booking', bogota(asked), bogota(leaves))).toEqual({
      ...{ dueAt: bogota(due), isPromised: true },
    })
  })

  it.each([
    ['it leaves within two hours', '2026-11-20T18:00', '2026-11-20T19:59'],
    ['the office is closed until then', '2026-11-20T22:00', '2026-11-21T11:00'],
    ['it leaves on the night of the question', '2026-11-21T16:59', '2026-11-21T18:00'],
  ])('promises nothing when %s; the team still has the departure', (_, asked, leaves) => {
    expect(dueFrom('other', bogota(asked), bogota(leaves))).toEqual({
      ...{ dueAt: bogota(leaves), isPromised: false },
    })
  })

  it('counts a departure in the past by the terms', () => {
    const asked = bogota('2026-11-20T18:00')
    const due = { dueAt: addOfficeMs(asked, 48 * HOUR_MS), isPromised: true }
    expect(dueFrom('booking', asked, addMs(asked, -1))).toEqual(due)
    expect(dueFrom('booking', asked, null)).toEqual(due)
  })

  it('answers about safety at night too, but promises nothing for after the departure', () => {
    const asked = bogota('2026-11-20T23:00')
    const until = (hours: number) => dueFrom('safety', asked, addMs(asked, hours * HOUR_MS))
    expect(until(5)).toEqual({ dueAt: addMs(asked, 2 * HOUR_MS), isPromised: true })
    expect(until(3)).toEqual({ dueAt: addMs(asked, HOUR_MS), isPromised: true })
    expect(until(1)).toEqual({ dueAt: addMs(asked, HOUR_MS), isPromised: false })
  })

  it('promises nothing because of an incident whose deadline is earlier', () => {
    const due = { dueAt: bogota('2026-11-20T19:00'), isPromised: false }
    const incident = { dueAt: bogota('2026-11-20T18:30'), takenAt: null }
    expect(earlierDue(incident, due)).toEqual({ dueAt: incident.dueAt, isPromised: false })
  })
})

const instants = fc
  .integer({ min: Date.parse('2025-01-01T00:00Z'), max: Date.parse('2032-01-01T00:00Z') })
  .map((ms) => new Date(ms))
const spans = fc.integer({ min: 1, max: 300 * HOUR_MS })
const kinds = fc.constantFrom('booking' as const, 'safety' as const)

it('never promises an answer later than two hours before the departure, nor without time', () => {
  fc.assert(
    fc.property(instants, spans, kinds, (asked, ahead, kind) => {
      const departsAt = addMs(asked, ahead)
      const { dueAt, isPromised } = dueFrom(kind, asked, departsAt)
      expect(dueAt > asked && dueAt <= departsAt).toBe(true)
      if (!isPromised) return
      expect(addMs(dueAt, 2 * HOUR_MS) <= departsAt).toBe(true)
      if (kind === 'booking') expect(officeMsBetween(asked, dueAt)).toBeGreaterThan(0)
    }),
  )
})
