// Resources of one person, for tests of what other people may do with them.

import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from './app.ts'
import { asOwner } from './db.ts'
import {
  aFundedWallet,
  anApprovedTopUp,
  matured,
  type TestDriver,
  type TestUser,
} from './factories.ts'
import { postForm } from './http-client.ts'
import { aPhoto } from './images.ts'
import { BOGOTA, CALI } from './trip-factories.ts'
import { anAccount, verifyIdentity } from './withdrawal-factories.ts'
import type { PaymentsApp } from './wompi.ts'

export async function aSeries(shop: TestApp, { token, vehicleId }: TestDriver): Promise<string> {
  const departsAt = addMs(shop.clock.now(), 10 * DAY_MS)
  const request = { stops: [BOGOTA, CALI], departsAt, seats: 3 }
  const { quote } = await quoteTrip(shop.deps, request)
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/trip-series',
    headers: { authorization: `Bearer ${token}` },
    payload: {
      trip: {
        vehicleId,
        stops: request.stops.map((placeId) => ({ placeId })),
        departsAt: departsAt.toISOString(),
        seats: 3,
        seatPrice: quote.seat.recommended,
      },
      weekdays: [departsAt.getUTCDay() || 7],
    },
  })
  return answer.json().series.id
}

export async function anAlert(shop: TestApp, { token }: TestUser): Promise<string> {
  const day = addMs(shop.clock.now(), 10 * DAY_MS)
    .toISOString()
    .slice(0, 10)
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/alerts',
    headers: { authorization: `Bearer ${token}` },
    payload: { from: BOGOTA, to: CALI, since: day, until: day },
  })
  return answer.json().alert.id
}

export async function anIncident(
  shop: TestApp,
  of: { tripId: string; bookingId: string },
  by: TestUser,
): Promise<string> {
  const id = newId()
  const pressedAt = shop.clock.now().toISOString()
  await shop.app.inject({
    method: 'POST',
    url: '/api/incidents',
    headers: { authorization: `Bearer ${by.token}` },
    payload: { id, ...of, kind: 'emergency', pressedAt },
  })
  return id
}

/** Creates a support ticket with a photo; returns their ids. */
export async function aTicket(shop: TestApp, { token }: TestUser) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/support/tickets',
    headers: { authorization: `Bearer ${token}` },
    payload: { id: newId(), kind: 'money', text: 'No aparece mi recarga.' },
  })
  const { id: ticketId, messages } = answer.json().ticket
  const fields = { messageId: messages[0].id }
  const photo = await postForm(shop.app, '/support/photos', {
    token,
    fields,
    file: { bytes: await aPhoto() },
  })
  return { ticketId, ticketPhotoId: photo.json().photoId }
}

/** Creates a link with which a person follows the trip of this booking. */
export async function aShare(shop: TestApp, bookingId: string, of: TestUser): Promise<string> {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/bookings/${bookingId}/shares`,
    headers: { authorization: `Bearer ${of.token}` },
    payload: { name: 'Mamá' },
  })
  return answer.json().share.id
}

/** Creates a driver's public rating of this passenger. */
export async function aRating(
  shop: TestApp,
  bookingId: string,
  { by, of }: { by: TestUser; of: TestUser },
): Promise<string> {
  const id = newId()
  await asOwner(
    shop.deps.databaseUrl,
    `insert into ratings (id, booking_id, rater_id, rated_id, rated_as, outcome, stars, tags,
       created_at)
     values ($1, $2, $3, $4, 'passenger', 'travelled', 5, '{}', now())`,
    [id, bookingId, by.userId, of.userId],
  )
  await asOwner(
    shop.deps.databaseUrl,
    `insert into rating_events (id, rating_id, at, event) values ($1, $2, now(), 'revealed')`,
    [newId(), id],
  )
  return id
}

/** Creates an account and a withdrawal of this person, whose identity is verified first. */
export async function aWithdrawal(
  shop: PaymentsApp,
  user: TestUser,
): Promise<{ accountId: string; withdrawalId: string }> {
  await verifyIdentity(shop, user)
  await markProved(shop.deps.db, user.sessionId, shop.clock.now())
  const added = await shop.post(user, '/payout-accounts', anAccount())
  const accountId = (added.body as unknown as { account: { id: string } }).account.id
  await asOwner(
    shop.deps.databaseUrl,
    'update payout_accounts set created_at = $2, usable_from = $2 where id = $1',
    [accountId, shop.clock.now()],
  )
  await aFundedWallet(shop.deps, user.userId, 20_000, matured(shop.clock.now()))
  const asked = await shop.post(user, '/withdrawals', { amount: 20_000, accountId })
  const { withdrawal } = asked.body as unknown as { withdrawal: { id: string } }
  return { accountId, withdrawalId: withdrawal.id }
}

/** Inserts the claim to the money of an account that has just closed. */
export async function aClaim(shop: TestApp, { userId }: TestUser): Promise<string> {
  const id = newId()
  await asOwner(
    shop.deps.databaseUrl,
    `insert into account_closings (id, user_id, asked_at, due_at, started_at, erased_at, claim_open)
     values ($1, $2, now() - interval '15 days', now(), now(), now(), true)`,
    [id, userId],
  )
  return id
}

/** Inserts a passkey without a usable key. */
export async function aPasskey(shop: TestApp, { userId }: TestUser): Promise<string> {
  const id = newId()
  await asOwner(
    shop.deps.databaseUrl,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name,
       created_at) values ($1::uuid, $2, $1::text, '', 0, '{}', 'Llave', now())`,
    [id, userId],
  )
  return id
}

/**
 * Creates a top-up of this person; returns the ids of the top-up, of the ledger account and of a
 * movement.
 */
export async function someMoney({ deps }: TestApp, { userId }: TestUser) {
  const { paymentId, wallet } = await anApprovedTopUp(deps, userId, 20_000)
  const found = deps.db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('cause_id', '=', paymentId)
  const { id: transferId } = await found.executeTakeFirstOrThrow()
  return { paymentId, ledgerAccountId: wallet, transferId }
}
