// @vitest-environment happy-dom
// What release 0.1.0 stored is still read: in the database as it wrote it, and in browsers, which
// are updated with their stores.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { boarding } from '#contract/boarding.ts'
import { journeys } from '#contract/journeys.ts'
import { tripDrafts } from '#contract/trip-drafts.ts'
import { Preferences, PublishBody, trips } from '#contract/trips.ts'
import { tripOn } from '#server/modules/travel/trip-changes/recurrence/series.ts'
import { daysOf, publishBody, repeatBody } from '#web/features/trips/publish/publish-draft.ts'
import { readDraft } from '#web/features/trips/publish/saved-draft.ts'
import { batches, scanBody } from '#web/offline/send-scans.ts'
import { sendPresses } from '#web/shared/journeys/press-queue.ts'
import { stubStorage } from './memory-storage.ts'

/** Written by the functions of 0.1.0; it never changes. `…Least`: without optional fields. */
const kept = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-forms/0.1.0.json'), 'utf8'))

/** Preferences that came after 0.1.0, as what it stored is read; they stand last. */
const LATER = { wheelchair: false, childSeat: false }
const read = <T extends { preferences?: object }>(trip: T): T =>
  trip.preferences ? { ...trip, preferences: { ...trip.preferences, ...LATER } } : trip

const OWNER = 'a driver'
const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))

beforeEach(() => stubStorage())

describe('release 0.1.0', () => {
  it('left series whose days are published as it would', () => {
    const [day, least] = [tripOn(kept.series, '2026-12-04'), tripOn(kept.seriesLeast, '2026-12-04')]
    const { departsAt, returnTrip, ...rest } = read(kept.draft.trip)
    const instant = (text: string) => new Date(text).toISOString()
    expect(PublishBody.parse(day)).toEqual({
      ...rest,
      departsAt: instant(departsAt),
      returnTrip: { ...returnTrip, departsAt: instant(returnTrip.departsAt) },
    })
    expect(PublishBody.parse(least)).toEqual({
      ...read(kept.draftLeast.trip),
      departsAt: instant(kept.draftLeast.trip.departsAt),
    })
  })

  it('left drafts that wait for documents, which are requests still', () => {
    for (const request of [kept.draft, kept.draftLeast]) {
      const whole = { ...request, trip: read(request.trip) }
      expect(tripDrafts.save.body.parse(request)).toEqual(whole)
    }
  })

  it('left preferences in trips, also with fewer keys than today', () => {
    const today = { ...kept.preferences, ...LATER }
    expect(Preferences.parse(kept.preferences)).toEqual(today)
    const { verifiedOnly: _, ...older } = kept.preferences
    expect(Preferences.parse(older)).toEqual(today)
  })

  it('left drafts in browsers, which publish what their driver wrote', () => {
    keep(`publish_draft:${OWNER}`, kept.browserDraft)
    const { draft, isWhole } = readDraft(OWNER)
    expect(isWhole).toBe(true)
    const body = PublishBody.parse(publishBody(draft, { seat: 78_000, returnSeat: 76_000 }))
    const { roadStops, extraMax, ...sent } = body
    expect([sent, roadStops]).toEqual([read(kept.draft.trip), 'no'])
    // Idempotency keys have the hash of this text: a request that is repeated after an update.
    expect(trips.publish.idempotent).toEqual({ except: ['roadStops', 'extraMax'] })
    expect(JSON.stringify(sent)).toBe(JSON.stringify(read(kept.draft.trip)))
    // 0.1.0 noted the departure, which says nothing of the other days: the driver is asked again.
    expect(repeatBody(draft)).toEqual({ weekdays: [3, 5], until: '2027-01-29' })
    expect(daysOf(draft)).not.toBe(kept.browserDraft.repeat.skipsFor)
  })

  it('left habits in browsers, which are the first answers of the next trip', () => {
    keep(`publish_habits:${OWNER}`, kept.habits)
    const { enRoutePickups: _, ...habits } = kept.habits
    expect(readDraft(OWNER).draft).toMatchObject({
      ...habits,
      roadStops: 'no',
      notes: '',
      price: null,
      date: '',
    })
  })

  it('left presses in browsers, which are sent', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (url: string | Request, init?: RequestInit) => {
      const request = new Request(
        new URL(url instanceof Request ? url.url : url, location.href),
        init,
      )
      sent.push([new URL(request.url).pathname, await request.json()])
      return Response.json({ error: 'no', code: 'trip_not_found', requestId: 'r' }, { status: 404 })
    })
    keep(`journey-presses:${OWNER}`, kept.presses)
    expect(await sendPresses(OWNER)).toHaveLength(2)
    const [start, arrive] = kept.presses
    const { id, at } = start
    expect(sent).toEqual([
      [expect.stringMatching(/\/start$/), journeys.start.body.parse({ press: { id, at } })],
      [
        expect.stringMatching(/\/arrivals$/),
        journeys.arrive.body.parse({
          stopId: arrive.stop.id,
          press: { id: arrive.id, at: arrive.at, timeProof: arrive.timeProof },
        }),
      ],
    ])
  })

  it('left scans in browsers, which are sent', () => {
    const bodies = batches(kept.scans).map((batch) => boarding.scan.body.parse(scanBody(batch)))
    expect(bodies).toHaveLength(1)
    const [code, ticket] = kept.scans
    expect(bodies[0]).toMatchObject({
      timeProof: code.timeProof,
      scans: [
        { nonce: code.nonce, code: code.code, scannedAt: code.scannedAt },
        { nonce: ticket.nonce, ticket: ticket.ticket, scannedAt: ticket.scannedAt },
      ],
    })
  })
})
