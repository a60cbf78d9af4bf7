import type { ReactNode } from 'react'
import { BookingState, BookingView } from '#contract/booking-view.ts'
import { commissionOn } from '#contract/commission.ts'
import type { DisputeCase } from '#contract/disputes.ts'
import type { RunStop } from '#contract/journeys.ts'
import type { TripView } from '#contract/trips.ts'
import type { EarningSum } from '#contract/wallet.ts'
import { type BookPlan, bookVerb, topUpVerb } from '#web/features/bookings/book-plan.ts'
import { BookRefusal } from '#web/features/bookings/book-refusal.tsx'
import { sentences } from '#web/features/bookings/booked.tsx'
import {
  DeniedCheckIn,
  DisputeNotice,
  DriverAbsentNotice,
  FreeUntil,
  MeetingMovedNotice,
  NoShowNotice,
  TripChangeNotice,
} from '#web/features/bookings/booking-notices.tsx'
import {
  CancelBooking,
  Consequence,
  cancelledByDriver,
  PRICE_CHANGED,
} from '#web/features/bookings/cancel-booking.tsx'
import { moneyOf } from '#web/features/bookings/change-booking.tsx'
import { DriverBooking } from '#web/features/bookings/driver-booking.tsx'
import { GiveBackForm } from '#web/features/bookings/give-back.tsx'
import { DayHead } from '#web/features/bookings/moment-day.tsx'
import { EndedHead } from '#web/features/bookings/moment-ended.tsx'
import { AboardSaid, SayAboard, whatItPays } from '#web/features/bookings/say-aboard.tsx'
import { Payment, Promises } from '#web/features/bookings/step-review.tsx'
import { consequence, questions } from '#web/features/conduct/disputes/disputes.screen.tsx'
import { atStake } from '#web/features/conduct/disputes/version.route.tsx'

import { AboardPassenger, BoardingList } from '#web/features/journeys/boarding/boarding-list.tsx'
import { RunPassengers } from '#web/features/journeys/run-passengers.tsx'
import { consequence as cancelTripText, Preview } from '#web/features/trips/own/cancel-trip.tsx'
import { PassengerRow } from '#web/features/trips/own/passengers.tsx'
import { TripStatusBanner, TripTerms } from '#web/features/trips/trip-sections.tsx'
import { EarningsSummary, TripRow } from '#web/features/wallet/earnings-summary.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { moneyWords } from '#web/shared/bookings/booking-words.ts'
import {
  cancellationSentence,
  driverCancellationSentence,
  returnsSentence,
} from '#web/shared/bookings/cancellation.ts'
import { momentOf } from '#web/shared/bookings/moment-of.ts'
import { bookedTips, driverTips } from '#web/shared/safety/safety-tips.tsx'
import { PaymentModesField } from '#web/shared/trips/trip-fields.tsx'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { driverPaymentWords, paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { receipts } from './money-receipts.ts'
import type { Mode } from './money-words.ts'
import { ownHeads } from './own-trip-scenes.tsx'
import { connection } from './screen-connections.ts'

const id = '01890000-0000-7000-8000-000000000001'
const NOW = Date.now()
const after = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const FARE = 62_000

type Over = Omit<Partial<BookingView>, 'can'> & { can?: Partial<BookingView['can']> }

const statusOf: Partial<Record<BookingState, BookingView['status']>> = {
  aboard_said: 'confirmed',
  change_missed: 'confirmed',
  driver_absent: 'confirmed',
  arrived: 'checked_in',
  checked_in_denied: 'checked_in',
  checked_in_upheld: 'checked_in',
  completed_denied: 'completed',
  completed_upheld: 'completed',
  no_show_claimed: 'no_show',
  no_show_disputed: 'no_show',
  decided_for_passenger: 'cancelled_by_driver',
}

/** A booking as the API answers it: the contract checks the shape. */
function aBooking(mode: Mode, state: BookingState, over: Over = {}): BookingView {
  const wallet = mode === 'billetera'
  const stop = (row: number, name: string, hours: number) => ({
    ...{ id: `${id}.${row}`, placeId: '73001', name, department: 'Tolima' },
    ...{ at: after(hours), point: null },
  })
  const person = (name: string) => ({ id, name, verified: true, photoUrl: null })
  const can = Object.fromEntries(
    Object.keys(BookingView.shape.can.shape).map((key) => [key, false]),
  )
  const viewer = over.viewer ?? 'passenger'
  const inQuestion = /denied|driver_absent|no_show_/.test(state)
  const ended = /cancel|decided|rejected|expired/.test(state)
  return BookingView.parse({
    ...{ id, tripId: id, status: statusOf[state] ?? state, state, seats: 1 },
    ...{ from: stop(0, 'Girardot', 30), to: stop(1, 'Cali', 36), price: FARE, paymentMode: mode },
    ...{ createdAt: after(-2), confirmedAt: after(-2), aboardSaidAt: null, aboardPostsAt: null },
    ...{ aboardFrom: after(29), boardedAt: null, arrivedAt: null, closedAt: null },
    ...{ expiresAt: state === 'requested' ? after(3) : null },
    ...{ viewer, driver: person('Carlos R.'), passenger: person('Ana P.') },
    ...{ vehicle: { brand: 'Kia', model: 'Rio', color: 'Verde', plate: 'TVN365' } },
    ...{ noShow: null, objection: null, denial: null, tripChange: null, tripPause: null },
    ...{ refundIfCancelledNow: wallet ? FARE : 0, meetingMoved: false, crosses: false },
    ...{ refundPerSeats: [], partOf: null, connection: null, rescued: false },
    ...{ fullRefundUntil: wallet ? after(6) : null, freeReturnsLeft: wallet ? 2 : null },
    ...{ refunded: wallet && ended ? FARE : null, charged: wallet && ended ? 0 : null },
    driverEarns: viewer === 'driver' ? (ended ? 0 : FARE - commissionOn(FARE, 1_000)) : null,
    driverMoneyPart: viewer === 'driver' ? (inQuestion ? 'in_question' : 'to_come') : null,
    expectedAt: over.to?.at ?? after(36),
    ...over,
    can: { ...can, ...over.can },
  })
}

const noShow = { claimedAt: after(-1), disputeUntil: after(23), disputedAt: null, decided: false }
const objection = { until: after(5), arrivalRecordedAt: null, openedAt: null, decided: false }
const denial = { until: after(20), openedAt: null, decided: false }
const aboard = { saidAt: after(0), postsAt: after(0.2) }

/** A booking in each state, for both people. */
const everyState = (mode: Mode) =>
  BookingState.options.flatMap((state) =>
    (['passenger', 'driver'] as const).map((viewer) =>
      aBooking(mode, state, {
        viewer,
        noShow: state.startsWith('no_show') ? noShow : null,
        objection: state === 'driver_absent' ? { ...objection, openedAt: after(-1) } : null,
        denial: state.endsWith('denied') ? { ...denial, openedAt: after(-1) } : null,
      }),
    ),
  )

const passenger = (mode: Mode, over: Over, state: BookingState = 'confirmed') =>
  aBooking(mode, state, over)
const driver = (mode: Mode, over: Over, state: BookingState = 'confirmed') =>
  aBooking(mode, state, { viewer: 'driver', ...over })
const soon = { fullRefundUntil: after(-1), refundIfCancelledNow: FARE / 2 }
/** Half comes back; of a direct payment nothing was held. */
const late = (mode: Mode) => (mode === 'billetera' ? soon : {})
const moved = {
  ...{ agreedAt: after(26), changedAt: after(-1), mayLeaveFree: true },
  ...{ asks: false, acceptedAt: null },
}
const small = { ...moved, mayLeaveFree: false }

/** Head of the passenger's ticket at its moment. */
function headOf(each: BookingView): ReactNode {
  const now = new Date(NOW)
  const props = { booking: each, journey: null, now, moment: momentOf(each, null, now) }
  const { moment } = props
  const hasEnded = /arrived|to_rate|done|review|refunded|cancelled/.test(moment)
  const Head = hasEnded ? EndedHead : DayHead
  return <Head key={`head ${each.state} ${moment}`} {...props} />
}

function notices(mode: Mode): ReactNode[] {
  const paused = { tripPause: { until: after(12) }, can: { cancel: true } }
  return [
    <NoShowNotice
      key="n1"
      booking={passenger(mode, { noShow, can: { dispute: true } }, 'no_show_claimed')}
    />,
    <NoShowNotice key="n3" booking={driver(mode, { noShow }, 'no_show_claimed')} />,
    <DriverAbsentNotice key="a1" booking={passenger(mode, { objection, can: { object: true } })} />,
    <DeniedCheckIn
      key="d1"
      booking={passenger(mode, { denial, can: { deny: true } }, 'checked_in')}
    />,
    <DeniedCheckIn key="d4" booking={driver(mode, { denial }, 'checked_in')} />,
    ...everyState(mode)
      .filter(({ state }) => /disputed|denied|absent/.test(state))
      .flatMap((each) => [<DisputeNotice key={each.id} booking={each} />, atStake(each)]),
    headOf(passenger(mode, paused)),
    <MeetingMovedNotice key="m" booking={passenger(mode, { meetingMoved: true })} />,
    ...[moved, small].map((tripChange) => (
      <TripChangeNotice
        key={String(tripChange.mayLeaveFree)}
        booking={passenger(mode, { tripChange, can: { cancel: true } })}
      />
    )),
    ...Object.entries<Over>({
      free: {},
      late: late(mode),
      spent: { ...late(mode), ...(mode === 'billetera' ? { freeReturnsLeft: 0 } : {}) },
      leave: { can: { leaveLate: true } },
    }).map(([key, over]) => <FreeUntil key={key} booking={passenger(mode, over)} />),
  ]
}

function cancelling(mode: Mode): ReactNode[] {
  const last = mode === 'billetera' ? { freeReturnsLeft: 1 } : {}
  const spent = { ...late(mode), ...(mode === 'billetera' ? { freeReturnsLeft: 0 } : {}) }
  const overs: Record<string, Over> = {
    free: {},
    ...{ late: late(mode), spent, last, leave: { can: { leaveLate: true } } },
    paused: { tripPause: { until: after(12) } },
    ...{ moved: { tripChange: moved }, meeting: { meetingMoved: true } },
    asked: { status: 'requested', state: 'requested', confirmedAt: null },
    crossing: { crosses: true },
    covered: mode === 'billetera' ? { coverBack: 7_000 } : {},
    twoCars: mode === 'billetera' ? { connection: connection(1), can: { leaveLate: true } } : {},
  }
  return [
    ...Object.entries(overs).map(([key, over]) => (
      <Consequence key={key} booking={passenger(mode, over)} />
    )),
    <Consequence key="driver" booking={driver(mode, {})} />,
    <GiveBackForm
      key="part"
      booking={passenger(mode, { seats: 2, refundPerSeats: [mode === 'directo' ? 0 : FARE / 4] })}
      onDone={() => {}}
    />,
    <CancelBooking key="button" booking={passenger(mode, { can: { leaveLate: true } })} />,
    cancelledByDriver(driver(mode, {})),
    mode === 'billetera' && PRICE_CHANGED,
  ]
}

const sum = (mode: Mode, gross = FARE): EarningSum => {
  const commission = commissionOn(Math.abs(gross), 1_000)
  return { net: gross - commission, gross, commission, cash: mode === 'directo' ? gross : 0 }
}
const none: EarningSum = { net: 0, gross: 0, commission: 0, cash: 0 }
const aTripSum = { tripId: id, from: 'Girardot', to: 'Cali', departsAt: after(-30) }

function earnings(mode: Mode): ReactNode[] {
  const one = sum(mode)
  return [
    <EarningsSummary
      key="sums"
      earnings={{
        ...{ week: { since: '2026-11-16', ...one }, month: { since: '2026-11-01', ...one } },
        ...{ toCome: one, disputed: one },
      }}
    />,
    <EarningsSummary
      key="none"
      earnings={{
        ...{ week: { since: '2026-11-16', ...none }, month: { since: '2026-11-01', ...none } },
        ...{ toCome: none, disputed: none },
      }}
    />,
    <TripRow key="trip" trip={{ ...aTripSum, earned: one, toCome: one, disputed: one }} />,
  ]
}

function ownTrip(mode: Mode): ReactNode[] {
  const bookings = everyState(mode).filter(({ viewer }) => viewer === 'driver')
  const preview = { refusal: null, bookings: 2, withOther: 1, marked: true }
  const asked = driver(mode, { confirmedAt: null }, 'cancelled_by_passenger')
  const failed = { isPending: false } as Parameters<typeof Preview>[0]['answer']
  return [
    ...ownHeads(bookings, { ...aTrip(mode, 'driver'), departsAt: after(30), arrivesAt: after(34) }),
    ...bookings.map((booking) => <PassengerRow key={booking.state} booking={booking} />),
    <PassengerRow key="asked" booking={asked} />,
    cancelTripText({ ...preview, refundPesos: mode === 'billetera' ? 2 * FARE : 0 }),
    <Preview key="failed" answer={failed} />,
  ]
}

const shared = { bookingId: id, name: 'Ana P.', seats: 1, aboardSaid: aboard }

function onTheRoad(mode: Mode): ReactNode[] {
  const stop = { name: 'Girardot', at: after(1) }
  const collect = mode === 'directo' ? FARE : null
  const gets = { ...shared, photoUrl: null, phone: null, boarding: 'waiting', canClaimNoShow: true }
  const run = {
    ...{ id: `${id}.0`, name: 'Girardot', meetings: [], getsOff: [] },
    getsOn: [{ ...gets, paymentMode: mode, collect, to: 'Cali' }],
  } as unknown as RunStop
  const listed = {
    ...{ ...shared, generation: 1, from: stop, to: stop, price: FARE, paymentMode: mode },
    ...{
      status: 'confirmed' as const,
      checkedInAt: null,
      validFrom: after(0),
      validUntil: after(9),
    },
  }
  const scanned = { ...shared, to: 'Cali', price: FARE, paymentMode: mode }
  return [
    <RunPassengers key="run" stop={run} tripId={id} />,
    <BoardingList key="list" passengers={[listed]} admitted={new Set()} />,
    <AboardPassenger key="scan" result={{ ok: true, offline: true, aboard: scanned }} />,
  ]
}

const NOON = after(-9)
const EARNS = FARE - commissionOn(FARE, 1_000)

function dispute(mode: Mode): ReactNode[] {
  const kinds: Partial<DisputeCase>[] = [{ claimedAt: NOON }, { deniedCheckInAt: NOON }, {}]
  return kinds.flatMap((kind) => {
    const item = {
      ...{ claimedAt: null, deniedCheckInAt: null, deniedByName: false, paymentMode: mode },
      price: FARE,
      ...{ passenger: { name: 'Ana P.' }, driver: { name: 'Carlos R.' }, driverEarns: EARNS },
      ...{ proposal: null, needsSecond: true, ...kind },
    } as DisputeCase
    return (['passenger', 'driver'] as const).flatMap((outcome) => [
      questions[mode][outcome].title,
      questions[mode][outcome].confirm,
      consequence(item, outcome),
    ])
  })
}

const stopOf = (row: number) => ({
  ...{ id: `${id}.${row}`, name: `Lugar ${row}`, department: 'Tolima', at: after(30 + row) },
  ...{ declared: true, point: null },
})

function aTrip(mode: Mode, viewer: TripView['viewer'], status: TripView['status'] = 'published') {
  return {
    ...{ id, viewer, status, corridor: [stopOf(0), stopOf(1)], legs: [], seats: 3 },
    ...{ roadStops: 'ask', extraMax: 2, paymentModes: [mode], notes: null, instant: true },
    ...{ preferences: { luggage: 'small', talk: 'some' } },
  } as unknown as TripView
}

function booking(mode: Mode): ReactNode[] {
  const segment = {
    ...{ fromStopId: `${id}.0`, toStopId: `${id}.1`, departsAt: after(30), price: FARE },
  }
  const plan = (needsApproval: boolean, hours = 30, answerUntil = needsApproval && after(2)) =>
    ({
      trip: aTrip(mode, 'visitor'),
      segment: { ...segment, departsAt: after(hours), needsApproval, seatsLeft: 3, answerUntil },
      ...{ seats: 1, mode, total: FARE, keep: null, points: { from: null, to: null } },
    }) as unknown as BookPlan
  return [
    ...[true, false].flatMap((needs) => [
      <Payment key={`pay ${needs}`} plan={plan(needs)} balance={100_000} />,
      <Promises key={`promise ${needs}`} plan={plan(needs)} />,
      bookVerb(plan(needs), '$ 62.000'),
      mode === 'billetera' && topUpVerb(plan(needs), '$ 62.000'),
    ]),
    <Promises key="soon" plan={plan(false, 3)} />,
    ...[0, 1].map((left) => returnsSentence(mode, left)),
    ...(['passenger', 'driver'] as const).flatMap((viewer) => [
      <TripTerms
        key={viewer}
        trip={aTrip(mode, viewer === 'driver' ? 'driver' : 'visitor')}
        part={{ from: stopOf(0), to: stopOf(1) } as unknown as TripPart}
        now={new Date(NOW)}
      />,
      <TripStatusBanner
        key={`${viewer} cancelled`}
        trip={aTrip(mode, viewer === 'driver' ? 'driver' : 'passenger', 'cancelled')}
      />,
    ]),
    cancellationSentence(mode, after(3)),
    driverCancellationSentence(mode),
    ...[...bookedTips[mode], ...driverTips],
    ...[undefined, 'requested' as const].map((s) => sentences(passenger(mode, {}, s)).text),
    ...[1_000, -1_000].map((difference) => moneyOf(passenger(mode, {}), difference)),
    <BookRefusal key="refused" plan={plan(false)} error={refused} />,
  ]
}

const refused = new ApiError({ status: 409, code: 'seats_unavailable', message: 'Sin cupos.' })

const aboardScenes = (mode: Mode): ReactNode[] => [
  <SayAboard key="say" booking={passenger(mode, {})} />,
  <AboardSaid key="said" booking={passenger(mode, {})} {...aboard} />,
  whatItPays(passenger(mode, {})),
  ...Object.values(moneyWords[mode]),
  ...Object.values(paymentModeWords[mode]),
  driverPaymentWords[mode],
]

export const scenes = (mode: Mode): ReactNode[] => [
  ...everyState(mode).flatMap((each) => [
    each.viewer === 'passenger' && headOf(each),
    each.viewer === 'driver' && <DriverBooking key={`page ${each.state}`} booking={each} />,
  ]),
  ...notices(mode),
  ...cancelling(mode),
  ...aboardScenes(mode),
  ...earnings(mode),
  ...ownTrip(mode),
  ...onTheRoad(mode),
  ...dispute(mode),
  ...booking(mode),
  ...receipts(mode, { id, farePesos: FARE, now: new Date(NOW) }),
]

/** Both modes beside each other. */
const mixed = { net: 111_600, gross: 124_000, commission: 12_400, cash: FARE }
export const bothModes: ReactNode[] = [
  <PaymentModesField key="field" legend="Pago" chosen={[]} onChange={() => {}} error={null} />,
  <EarningsSummary
    key="sums"
    earnings={{
      ...{ week: { since: '2026-11-16', ...mixed }, month: { since: '2026-11-01', ...mixed } },
      ...{ toCome: mixed, disputed: mixed },
    }}
  />,
  <TripRow key="trip" trip={{ ...aTripSum, earned: mixed, toCome: none, disputed: none }} />,
]
