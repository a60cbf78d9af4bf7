// @vitest-environment happy-dom
// What earlier releases stored is still read: in the database as they wrote it, and in browsers,
// which are updated with their stores.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { boarding } from '#contract/boarding.ts'
import { journeys } from '#contract/journeys.ts'
import { safety } from '#contract/safety.ts'
import { tripDrafts } from '#contract/trip-drafts.ts'
import { Preferences, PublishBody, trips } from '#contract/trips.ts'
import { tripOn } from '#server/modules/travel/trip-changes/recurrence/series.ts'
import { daysOf, publishBody, repeatBody } from '#web/features/trips/publish/publish-draft.ts'
import { readDraft } from '#web/features/trips/publish/saved-draft.ts'
import { batches, scanBody } from '#web/offline/send-scans.ts'
import { sendPresses } from '#web/shared/journeys/press-queue.ts'
import { sendWaiting } from '#web/shared/safety/incident-outbox.ts'
import { sendAboard } from '#web/stored/aboard-outbox.ts'
import { stubStorage } from './memory-storage.ts'

/** Written by the functions of a release; it never changes. `…Least`: without optional fields. */
const keptBy = (release: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `stored-forms/${release}.json`), 'utf8'))

/** Preferences that came after a release, as what it stored is read; they stand last. */
const LATER: Record<string, object> = {
  '0.1.0': { wheelchair: false, childSeat: false },
  '0.2.0': {},
}

const OWNER = 'a driver'
const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))

/** Answers each call with a refusal; returns the calls with their bodies. */
function recordCalls(): [path: string, body: unknown][] {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string | Request, init?: RequestInit) => {
    const request = new Request(
      new URL(url instanceof Request ? url.url : url, location.href),
      init,
    )
    sent.push([new URL(request.url).pathname, await request.json()])
    return Response.json({ error: 'no', code: 'trip_not_found', requestId: 'r' }, { status: 404 })
  })
  return sent
}

beforeEach(() => stubStorage())

describe.each(Object.keys(LATER))('release %s', (release) => {
  const kept = keptBy(release)
  const read = <T extends { preferences?: object }>(trip: T): T =>
    trip.preferences ? { ...trip, preferences: { ...trip.preferences, ...LATER[release] } } : trip

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
    const today = { ...kept.preferences, ...LATER[release] }
    expect(Preferences.parse(kept.preferences)).toEqual(today)
    const { verifiedOnly: _, ...older } = kept.preferences
    expect(Preferences.parse(older)).toEqual(today)
  })

  it('left presses in browsers, which are sent', async () => {
    const sent = recordCalls()
    keep(`journey-presses:${OWNER}`, kept.presses)
    expect(await sendPresses(OWNER)).toHaveLength(2)
    const pressed = ({ id, at, timeProof, isSure }: Record<string, string>) => ({
      press: { id, at, timeProof, isSure },
    })
    const [start, arrive] = kept.presses
    expect(sent).toEqual([
      [expect.stringMatching(/\/start$/), journeys.start.body.parse(pressed(start))],
      [
        expect.stringMatching(/\/arrivals$/),
        journeys.arrive.body.parse({ stopId: arrive.stop.id, ...pressed(arrive) }),
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

describe('release 0.1.0', () => {
  const kept = keptBy('0.1.0')
  const trip = {
    ...kept.draft.trip,
    preferences: { ...kept.draft.trip.preferences, ...LATER['0.1.0'] },
  }

  it('left drafts in browsers, which publish what their driver wrote', () => {
    keep(`publish_draft:${OWNER}`, kept.browserDraft)
    const { draft, isWhole } = readDraft(OWNER)
    expect(isWhole).toBe(true)
    const body = PublishBody.parse(publishBody(draft, { seat: 78_000, returnSeat: 76_000 }))
    const { roadStops, extraMax, ...sent } = body
    expect([sent, roadStops]).toEqual([trip, 'no'])
    // Idempotency keys have the hash of this text: a request that is repeated after an update.
    expect(trips.publish.idempotent).toEqual({ except: ['roadStops', 'extraMax'] })
    expect(JSON.stringify(sent)).toBe(JSON.stringify(trip))
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
})

describe('release 0.2.0', () => {
  const kept = keptBy('0.2.0')

  it('left drafts in browsers, which publish what their driver wrote', () => {
    keep(`publish_draft:${OWNER}`, kept.browserDraft)
    const { draft, isWhole } = readDraft(OWNER)
    expect([draft, isWhole]).toEqual([kept.browserDraft, true])
    const sent = PublishBody.parse(publishBody(draft, { seat: 78_000, returnSeat: 76_000 }))
    expect(JSON.stringify(sent)).toBe(JSON.stringify(kept.draft.trip))
    expect(repeatBody(draft)).toEqual(kept.draft.repeat)
  })

  it('left habits in browsers, which are the first answers of the next trip', () => {
    keep(`publish_habits:${OWNER}`, kept.habits)
    const unset = { notes: '', price: null, date: '' }
    expect(readDraft(OWNER).draft).toMatchObject({ ...kept.habits, ...unset })
  })

  it('left calls for help and words "Ya voy a bordo" in browsers, which are sent', async () => {
    const sent = recordCalls()
    keep(`incident:${kept.incident.id}`, kept.incident)
    localStorage.setItem(`aboard:${kept.aboard}`, '1')
    await sendWaiting()
    await sendAboard(OWNER)
    expect(sent).toEqual([
      ['/api/incidents', safety.openIncident.body.parse(kept.incident)],
      [`/api/bookings/${kept.aboard}/aboard`, {}],
    ])
  })
})
