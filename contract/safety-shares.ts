import { z } from 'zod'
import { Id, Instant, inputText, text } from './common.ts'
import { del, get, post, put } from './route.ts'

/** A link, without its address, by which a person lets another person follow their trip. */
export const TripShare = z.object({
  id: Id,
  /** Name of the person who has the link, as the owner typed it. */
  name: z.string(),
  createdAt: Instant,
})
export type TripShare = z.infer<typeof TripShare>

export const TripShares = z.object({
  shares: z.array(TripShare),
  /** Latest instant at which the links of this trip work; null when the trip is over. */
  until: Instant.nullable(),
})
export type TripShares = z.infer<typeof TripShares>

const NewShare = z.object({
  share: TripShare,
  /** Secret of the link, for the fragment of `/seguir`; only this answer contains it. */
  token: z.string(),
})

const shareBody = z.strictObject({ name: text(40) })
const shareErrors = ['share_closed', 'share_limit'] as const
const shareLimit = { max: 30, windowSeconds: 3600, by: 'user' } as const

export const FollowState = z.enum(['waiting', 'on_the_way', 'arrived', 'no_news', 'cancelled'])
export type FollowState = z.infer<typeof FollowState>

const FollowedStop = z.object({ name: z.string(), plannedAt: Instant, expectedAt: Instant })

/** A shared trip as a person with the link sees it. */
export const FollowedTrip = z.object({
  state: FollowState,
  /** Whether the trip is over; the link then shows only how it ended. */
  over: z.boolean(),
  traveller: z.object({
    name: z.string(),
    isDriver: z.boolean(),
    /** Whether the passenger was registered aboard; for a driver, whether the trip has started. */
    aboard: z.boolean(),
  }),
  from: FollowedStop,
  to: FollowedStop,
  /** Town of the change and departure of the second car while it is ahead; null without one. */
  change: FollowedStop.extend({
    leavesAt: Instant,
    /** Whether the person has left the first car. */
    isThere: z.boolean(),
  }).nullable(),
  startedAt: Instant.nullable(),
  arrivedAt: Instant.nullable(),
  /** Whether the traveller said so or their position showed it; else the driver recorded it. */
  bySelf: z.boolean(),
  /** Last time that something was heard of the traveller. */
  heardAt: Instant.nullable(),
  delayMinutes: z.int(),
  /** Null once the trip is over. */
  driver: z.string().nullable(),
  car: z
    .object({ brand: z.string(), model: z.string(), color: z.string(), plate: z.string() })
    .nullable(),
  /** Last position that the traveller's own phone sent; null when none was sent. */
  position: z
    .object({ lat: z.number(), lng: z.number(), accuracyMeters: z.int(), at: Instant })
    .nullable(),
  asOf: Instant,
})
export type FollowedTrip = z.infer<typeof FollowedTrip>

/** Sharing a trip with a person without an account. */
export const shareCalls = {
  shareBooking: post('/bookings/:bookingId/shares', {
    auth: 'live',
    summary: "Share the trip of one's booking",
    description:
      'The passenger of a confirmed booking makes a link for one person. Only this answer has ' +
      'its secret. It stops working when the trip is over.',
    body: shareBody,
    ok: NewShare,
    status: 201,
    limit: shareLimit,
    errors: ['booking_not_found', ...shareErrors],
  }),
  listBookingShares: get('/bookings/:bookingId/shares', {
    auth: 'live',
    summary: "List links that share one's booking",
    description: 'Returns the links of the passenger for this booking, without their secrets.',
    ok: TripShares,
    errors: ['booking_not_found'],
  }),
  shareTrip: post('/trips/:tripId/shares', {
    auth: 'live',
    summary: 'Share the trip one drives',
    description: 'Makes a link for one person, as for a booking, by the driver of the trip.',
    body: shareBody,
    ok: NewShare,
    status: 201,
    limit: shareLimit,
    errors: ['trip_not_found', ...shareErrors],
  }),
  listTripShares: get('/trips/:tripId/shares', {
    auth: 'live',
    summary: 'List links that share the trip one drives',
    description: "Returns the links of the trip's driver, without their secrets.",
    ok: TripShares,
    errors: ['trip_not_found'],
  }),
  revokeShare: del('/shares/:shareId', {
    auth: 'live',
    summary: 'Stop sharing with one link',
    description:
      'The link stops working at once. With the last one, the position is deleted. A repeat is ' +
      '`share_not_found`, as is the link of somebody else.',
    ok: z.object({}),
    whenExpelled: true,
    errors: ['share_not_found'],
  }),
  sendPosition: put('/trips/:tripId/position', {
    auth: 'live',
    summary: "Send one's position to followers",
    description:
      'Stores the last position of somebody who shares this trip, as passenger or driver. Only ' +
      'the last one is kept, encrypted, and it is deleted when the trip is over. Refused when ' +
      'there is no link.',
    body: z.strictObject({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      accuracyMeters: z.int().min(0).max(100_000),
      /** Seconds since the phone measured the position. */
      ageSeconds: z.int().min(0).max(3600).default(0),
    }),
    ok: z.object({ until: Instant }),
    whenExpelled: true,
    limit: { max: 30, windowSeconds: 60, by: 'user' },
    errors: ['position_not_shared'],
  }),
  followTrip: post('/shares/follow', {
    auth: 'public',
    summary: 'Follow a shared trip',
    description:
      'Returns how a shared trip goes, for whoever has the secret of its link. It comes in the ' +
      'body, so that no log has it. A wrong, revoked or expired one answers the same.',
    body: z.strictObject({ token: inputText().max(100) }),
    ok: z.object({ trip: FollowedTrip }),
    limit: { max: 1200, windowSeconds: 600, by: 'ip' },
    errors: ['share_not_found'],
  }),
}
