// What the page of a booking promises before a call, compared with what the call does.
import type { BookingView } from '#contract/booking-view.ts'
import type { TestUser } from '#test/factories.ts'
import type { Thing, World } from './world.ts'

/** Permission in `can` of a booking for each call. */
export const CAN: Record<string, keyof BookingView['can']> = {
  ...{ 'bookings.accept': 'accept', 'bookings.reject': 'reject', 'bookings.cancel': 'cancel' },
  ...{ 'bookings.sayAboard': 'sayAboard', 'bookings.undoAboard': 'undoAboard' },
  ...{ 'bookings.claimNoShow': 'claimNoShow', 'bookings.changeMeeting': 'changeMeeting' },
}

/** Refusals about something else than the state of the booking. */
const ABOUT_OTHER = /busy|safe_point|driver_balance_low|account_|identity|limit|invalid_request/

type Promised = { can: boolean; view: BookingView; free: number; owed: number }

/** Reads the page before the call; undefined when the person may not see it. */
export async function promiseOf(
  { shop }: World,
  user: TestUser,
  { name, named }: { name: string; named: Map<string, Thing> },
): Promise<Promised | undefined> {
  const field = CAN[name]
  const answer = await shop.get(user, `/bookings/${named.get('bookingId')?.id}`)
  if (!field || answer.status !== 200) return undefined
  const view = answer.body.booking as unknown as BookingView
  const { balance, debt } = (await shop.get(user, '/wallet/balance')).body
  const can = view.can[field] || (name === 'bookings.cancel' && view.can.leaveLate)
  return { can, view, free: balance, owed: debt }
}

/** Throws when the call did what the page did not allow, refused it, or returned another sum. */
export async function expectKept(
  { shop }: World,
  { can, view, free, owed }: Promised,
  { name, user, said, code }: { name: string; user: TestUser; said: string; code: string },
): Promise<void> {
  if (ABOUT_OTHER.test(code)) return
  const { body } = await shop.get(user, `/bookings/${view.id}`)
  const now = body.booking as unknown as BookingView
  const isDone = code === ''
  const hasChanged = now.state !== view.state
  // A repeat is done too, and changes nothing.
  if (can !== isDone && (hasChanged || !isDone)) {
    throw new Error(`the page says ${can} in ${view.state}, now ${now.state}: ${said}`)
  }
  const isRefunded = name === 'bookings.cancel' && hasChanged && view.viewer === 'passenger'
  // What returns to somebody who owes repays the debt first.
  if (!isRefunded || owed > 0) return
  const returned = (await shop.balance(user)) - free
  const { refundIfCancelledNow: promised } = view
  if (returned !== promised) throw new Error(`promised ${promised}, got ${returned}: ${said}`)
}
