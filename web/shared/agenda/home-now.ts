/**
 * Fills what the home page says to a signed-in person: greeting, balance, next trip and last
 * searches. Without a framework, because the page is served without the app; loaded only with a
 * session. The device's own data are drawn first, and only for the account that owns them.
 */

import type { Agenda, AgendaItem } from '#contract/agenda.ts'
import { UNHEARD_HOURS } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { serverDate } from '#web/lib/clock.ts'
import { firstIn } from '#web/lib/elements.ts'
import { calendarDate, pesos, plural, relativeDay, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { SITE } from '#web/lib/site.ts'
import { rememberedAccount, rememberedName } from '../access/auth/account-memory.ts'
import { isBalanceHidden, isBalanceKnown, type SessionUser } from '../access/auth/session-state.ts'
import { expectedDropOff } from '../bookings/moment-of.ts'
import { savedTickets } from '../bookings/tickets/saved-tickets.ts'
import { savedRunSheets } from '../journeys/saved-run-sheets.ts'
import { type RecentSearch, recentSearches } from '../search/recent-searches.ts'
import { bookingCard, type HomeCard, itemCard, ownTripCard } from './home-card.ts'

/** What the server says of the person; null: nobody is signed in, or nothing is known yet. */
export type HomeNews = { user: SessionUser | null; agenda: Promise<Agenda> | null }

/** Longest first name that the greeting shows whole; of a longer one it takes the first word. */
const NAME_LETTERS = 12

let newest = {}

/** Draws `root` for the account of this device, then refreshes it from the server. */
export async function showHome(root: HTMLElement, { user, agenda }: HomeNews): Promise<void> {
  const mine = {}
  newest = mine
  const owner = ownerNow()
  const isSame = owner !== null && root.dataset.owner === owner
  const isTheirs = owner !== null && user?.id === owner
  root.dataset.owner = owner ?? ''
  slot(root, 'name').textContent = owner === null ? '' : greeted(rememberedName())
  if (isTheirs || !isSame) showBalance(root, isTheirs ? user : null)
  const isCurrent = () => newest === mine && ownerNow() === owner
  if (!isSame) drawCard(root, owner === null ? null : deviceCard(owner, serverDate()))
  drawRepeats(root, owner)
  const said = isTheirs && (await agenda?.catch(() => null))
  if (!said) return
  const card = await freshCard(said, serverDate())
  if (isCurrent()) drawCard(root, card)
}

/** The account that may be shown; null as soon as the session has ended, here or in another tab. */
const ownerNow = () => ('session' in document.documentElement.dataset ? rememberedAccount() : null)

const slot = (root: HTMLElement, name: string) => firstIn(root, `[data-slot="${name}"]`)

function greeted(name: string | null): string {
  const [first = ''] = (name ?? '').split('@')
  const short = first.length > NAME_LETTERS ? first.split(' ')[0] : first
  return short && short.length <= NAME_LETTERS ? `, ${short}` : ''
}

function showBalance(root: HTMLElement, user: SessionUser | null): void {
  const isKnown = user !== null && isBalanceKnown(user) && !isBalanceHidden()
  slot(root, 'balance').textContent = isKnown ? pesos(user.balance) : 'Mi billetera'
  slot(root, 'wallet').style.visibility = user ? 'visible' : 'hidden'
}

function drawCard(root: HTMLElement, card: HomeCard | null): void {
  const { to, tone, state, aside, title, was, detail, driver } = card ?? {
    ...{ to: paths.myTrips(), tone: 'band', state: 'Tus viajes', aside: '', was: '' },
    ...{ title: 'Sin viajes por ahora', detail: 'Aquí verás el próximo', driver: null },
  }
  const link = slot(root, 'now') as HTMLAnchorElement
  link.href = to
  link.dataset.tone = tone
  const texts = { state, aside, title, was, detail, who: driver?.name ?? '' }
  for (const [name, text] of Object.entries(texts)) {
    slot(root, name).textContent = text
    slot(root, name).hidden = text === ''
  }
  firstIn(slot(root, 'plate'), 'span').textContent = driver?.plate ?? ''
  slot(root, 'driver').hidden = driver === null
  const face = slot(root, 'face') as HTMLImageElement
  face.hidden = !driver?.photoUrl
  face.src = driver?.photoUrl ? SITE + driver.photoUrl : ''
  link.style.visibility = 'visible'
}

/** Time in ms for which a ticket still waits for its car after the planned arrival. */
const waitsMs = (state: string) => (state === 'confirmed' ? UNHEARD_HOURS * 3_600_000 : 0)

/** The next trip that this device has a ticket or a run sheet of. */
function deviceCard(owner: string, now: Date): HomeCard | null {
  const cards = [
    ...savedTickets(owner, now).map(({ booking }) => ({
      at: booking.from.at,
      until: expectedDropOff(booking).getTime() + waitsMs(booking.state),
      card: () => bookingCard(booking, null, now),
    })),
    ...savedRunSheets(owner).map(({ sheet: { tripId, departsAt, stops } }) => {
      const end = stops.at(-1)
      const arrivesAt = end?.plannedAt ?? departsAt
      const trip = { tripId, departsAt, arrivesAt, to: end?.name ?? '', isPaused: false }
      const card = () => ownTripCard({ ...trip, state: 'to_leave' }, 'Hoja de ruta', now)
      return { at: departsAt, until: Date.parse(arrivesAt), card }
    }),
  ]
  const [next] = cards
    .filter(({ until }) => until > now.getTime())
    .sort((a, b) => a.at.localeCompare(b.at))
  return next?.card() ?? null
}

/** A trip of this day comes before what waits for an answer. */
async function freshCard({ items }: Agenda, now: Date): Promise<HomeCard | null> {
  const isToday = ({ kind, from }: AgendaItem) =>
    kind === 'trip' && calendarDate(from.at) <= calendarDate(now)
  const item = items.find(isToday) ?? items[0]
  if (!item) return null
  const card = item.kind === 'trip' ? await tripCard(item, isToday(item), now) : null
  return card ?? itemCard(item, now)
}

/** Null: the server did not answer. */
async function tripCard(item: AgendaItem, isToday: boolean, now: Date): Promise<HomeCard | null> {
  const { tripId, bookingId } = item
  try {
    if (bookingId === null) {
      const trip = (await api.trips.mine({})).trips.find(({ id }) => id === tripId)
      if (!trip) return null
      const { state, departsAt, arrivesAt, seatsSold } = trip
      const facts = { tripId, state, departsAt, arrivesAt, isPaused: trip.paused !== null }
      const sold = plural(seatsSold, 'cupo vendido', 'cupos vendidos')
      return ownTripCard({ ...facts, to: item.to.name }, sold, now)
    }
    const [{ booking }, road] = await Promise.all([
      api.bookings.show({ params: { bookingId } }),
      isToday ? api.journeys.show({ params: { tripId } }) : null,
    ])
    return bookingCard(booking, road?.journey ?? null, now)
  } catch {
    return null
  }
}

/** Two rows to search the last ways again, and the search with the last one filled in. */
function drawRepeats(root: HTMLElement, owner: string | null): void {
  const [last, other] = owner === null ? [] : recentSearches()
  const ways = last ? [last, other ?? { from: last.to, to: last.from }] : []
  const list = slot(root, 'repeats')
  const key = JSON.stringify([owner, ways])
  if (list.dataset.ways === key) return
  list.dataset.ways = key
  document.documentElement.toggleAttribute('data-again', ways.length > 0)
  const form = document.querySelector('form[data-search]')
  form?.dispatchEvent(new CustomEvent('fill', { detail: last ?? null }))
  for (const [at, row] of [...list.querySelectorAll<HTMLElement>('a')].entries()) {
    const way = ways[at]
    drawRepeat(row, way, 'Ver viajes', '')
    if (way) void countTrips(row, way, () => list.dataset.ways === key)
  }
}

function drawRepeat(
  row: HTMLElement,
  way: RecentSearch | undefined,
  when: string,
  price: string,
  date?: string,
): void {
  slot(row, 'way').textContent = way ? `${way.from.label} → ${way.to.label}` : ''
  slot(row, 'when').textContent = when
  slot(row, 'price').textContent = price
  row.setAttribute('href', paths.search({ from: way?.from.id, to: way?.to.id, date }))
}

/** Adds number and lowest price of today's trips, or else the number of the next day's. */
async function countTrips(row: HTMLElement, way: RecentSearch, isCurrent: () => boolean) {
  const day = today()
  const query = { from: way.from.id, to: way.to.id, date: day, sort: 'price' as const }
  const answer = await api.search.trips({ query }).catch(() => null)
  if (!answer || !isCurrent()) return
  const days = [{ date: day, count: answer.total }, ...answer.nearbyDates]
  const next = days.find(({ date, count }) => date >= day && count > 0)
  if (!next) return
  const when = `${relativeDay(next.date)}: ${plural(next.count, 'viaje', 'viajes')}`
  const prices = answer.results.map(({ price }) => price)
  const price = prices.length > 0 ? `desde ${pesos(Math.min(...prices))}` : ''
  drawRepeat(row, way, when, price, next.date)
}
