import type { z } from 'zod'
import type { backOffice } from '#contract/back-office.ts'
import { wordOf } from '#contract/desk-words.ts'
import { displayCode } from '#contract/display-code.ts'
import { tripStateTexts } from '#contract/trip-state-words.ts'
import { unaccented } from '#contract/typed-text.ts'
import { pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { bookingWords, moment, paymentWords } from '#web/shared/desk/back-office/desk-words.ts'
import { type AdminScreen, adminAddress } from './admin-screens.ts'

export type FoundRow = { to: string; label: string; detail: string }
export type FoundGroup = { title: string; rows: FoundRow[] }

export type Found = z.output<typeof backOffice.findAnything.ok>

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** The results of a search in groups, each row with its address; empty groups are left out. */
export function groupsOf(found: Found): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      title: 'Vehículos',
      rows: found.vehicles.map(({ plate, title, driver }) => ({
        to: deskLinks.person(driver.id),
        label: `${plate} · ${driver.name}`,
        detail: title,
      })),
    },
    {
      title: 'Personas',
      rows: found.people.map(({ id, name, email, phone, isDriver, isTeam }) => ({
        to: deskLinks.person(id),
        label: name,
        detail: joined(email, phone, isDriver && 'Conductor', isTeam && 'Equipo'),
      })),
    },
    {
      title: 'Viajes',
      rows: found.trips.map(({ id, from, to, departsAt, driver, plate, state }) => ({
        to: deskLinks.trip(id),
        label: `${from} → ${to}`,
        detail: joined(moment(departsAt), driver.name, plate, tripStateTexts[state]),
      })),
    },
    {
      title: 'Reservas',
      rows: found.bookings.map(({ id, from, to, picksUpAt, passenger, status }) => ({
        to: deskLinks.booking(id),
        label: `${from} → ${to}`,
        detail: joined(moment(picksUpAt), passenger.name, bookingWords[status].text),
      })),
    },
    {
      title: 'Pagos',
      rows: found.payments.map(({ id, reference, person, amount, createdAt, status }) => ({
        to: deskLinks.payment(id),
        label: `Recarga de ${pesos(amount)}`,
        detail: joined(
          ...[moment(createdAt), person.name, displayCode(reference), paymentWords[status].text],
        ),
      })),
    },
    {
      title: 'Retiros',
      rows: found.withdrawals.map(({ reference, person, amount, createdAt, status }) => ({
        to: deskLinks.withdrawal(reference),
        label: `Retiro de ${pesos(amount)}`,
        detail: joined(moment(createdAt), person.name, reference, wordOf(status)),
      })),
    },
    {
      title: 'Casos',
      rows: found.tickets.map(({ id, number, kind, status, person, lastAt }) => ({
        to: deskLinks.ticket(id),
        label: `Caso ${number}: ${wordOf(kind)}`,
        detail: joined(moment(lastAt), person?.name ?? 'Sin cuenta', wordOf(status)),
      })),
    },
    {
      title: 'Plata de cuentas cerradas',
      rows: found.claims.map(({ id, number, pesos: sum, closedAt }) => ({
        to: deskLinks.claim(id),
        ...{ label: `Reclamo ${number}`, detail: joined(pesos(sum), moment(closedAt)) },
      })),
    },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/** Most screens listed for a text. */
const SCREENS_MAX = 8

/** The screens with a word that begins with the text, or the first ones for no text. */
export function screensFor(text: string, screens: readonly AdminScreen[]): FoundGroup[] {
  const wanted = unaccented(text.trim())
  const isFound = ({ title, tab = '' }: AdminScreen) =>
    ` ${unaccented(title)} ${unaccented(tab)}`.includes(` ${wanted}`)
  const rows = screens
    .filter(({ area }) => area !== undefined)
    .filter(isFound)
    .slice(0, SCREENS_MAX)
    .map((screen) => ({ to: adminAddress(screen), label: screen.title, detail: '' }))
  return rows.length > 0 ? [{ title: 'Pantallas', rows }] : []
}
